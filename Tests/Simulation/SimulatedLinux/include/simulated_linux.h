// What drives the simulated Linux: its clock, its processes, its faults.
#pragma once
#include "calls.h"

/// The process that the simulator itself acts as. No fault concerns its calls.
static const int sim_world_pid = 1;

/// The calls that can be made to fail.
enum sim_call {
  sim_call_open, sim_call_read, sim_call_write, sim_call_socket, sim_call_accept, sim_call_send,
  sim_call_receive, sim_call_fork, sim_call_path, sim_call_watch, sim_call_other, sim_call_never,
  sim_call_count
};

struct sim_faults {
  /// The chance of each call to fail, in 1/65536.
  uint32_t chance[sim_call_count];
  /// The chance of a process switch before a call, in 1/65536.
  uint32_t preemption;
  /// The chance of a read or write of bytes to be short, in 1/65536.
  uint32_t short_count;
  /// Whether no file can grow.
  uint32_t is_full;
  /// The bytes that a socket's queue takes.
  size_t queue_limit;
  /// Until when writes to files below /disk do not return, nanoseconds.
  int64_t frozen_until;
};
extern struct sim_faults sim_faults;
/// The process whose calls are told on standard error; 0 for none.
extern int sim_traced;

struct sim_hooks {
  /// Bytes that a process wrote to standard error.
  void (*log)(int pid, const char *bytes, size_t count);
  /// A message that a process received from another one.
  void (*message)(int pid, uint32_t file, const uint8_t *bytes, size_t count);
  /// A message that a process has sent to another one, which has not received it yet.
  void (*sent)(int pid, const uint8_t *bytes, size_t count);
  /// The end of a process: its exit status, or 256 and a signal.
  void (*ended)(int pid, int parent, const char *name, int status);
  int (*is_card_ready)(int card, uint32_t file);
  /// The last copy of a card's descriptor was closed.
  void (*card_closed)(int card, uint32_t file);
  /// A process called exit or a fault without an end: one line.
  void (*broken)(const char *what);
};
extern struct sim_hooks sim_hooks;

/// Forgets all processes and files, and sets the clock and the random numbers.
void sim_begin(uint64_t seed, int64_t now);
uint64_t sim_random(void);
int64_t sim_now(void);
/// Starts a process that is a child of the world. Returns its ID.
int sim_start(const char *name, void (*entry)(void *), void *context, int descriptor_limit);
/// Lets all processes run until each waits for what comes later than a time; sets the clock to it.
void sim_run(int64_t until);
/// Ends the `sim_run` that runs at a time, if it is earlier than its own.
void sim_limit(int64_t time);
/// Takes a number of nanoseconds of the running process, which no signal interrupts.
void sim_block(int64_t nanoseconds);
/// Whether the running process was killed, and only frees its memory now.
int sim_is_dead(void);
/// The process that runs, 1 for the world.
int sim_current(void);
/// Whether a process runs or sleeps.
int sim_is_alive(int pid);
int sim_parent(int pid);
/// The waits of a process, without looks that do not wait; all of its calls.
uint64_t sim_wakeups(int pid);
uint64_t sim_calls(int pid);
/// How many descriptors a process has open.
int sim_descriptors(int pid);
/// Leaves a process no free descriptor, or the given number of them in all.
void sim_exhaust_descriptors(int pid);
void sim_limit_descriptors(int pid, int limit);
/// How many files, pipes and sockets exist in the kernel; how many processes.
int sim_open_files(void);
int sim_processes(void);
/// The processes that could not be unwound.
int sim_abandoned(void);
/// Lists the living processes: fills pids, returns the count.
int sim_list(int *pids, int room);
const char *sim_name(int pid);
/// Lets a process that waits not run until a time. Returns whether it waits.
int sim_stop(int pid, int64_t until);

// What the world does.
/// The identifier of the open file of a descriptor of the running process; 0 for none.
uint32_t sim_file(int fd);
/// The number of the card of a descriptor of the running process; -1 for none.
int sim_card(int fd);
void sim_make_card(int card, int is_there);
void sim_uevent(const char *text, size_t count);
/// The number of bytes in a FIFO.
long sim_fifo_count(const char *path);
int sim_exists(const char *path);
/// Copies the start of a file.
long sim_file_bytes(const char *path, uint8_t *bytes, size_t room);
void sim_set_environment(const char *name, const char *value);

// The console: VTs 1 and 2.
void sim_switch_console(int number);
int sim_console_front(void);
/// The VT whose process is asked before it is left; 0 for none.
int sim_console_owned(void);
/// Why a VT is not in text mode with its keyboard, and left without asking a process; NULL if it is.
const char *sim_console_fault(int number);

/// The world's `open`, and a connection of the world, as a user, to a stream socket.
int sim_world_open(const char *path, int flags);
int sim_world_connect(const char *path, uint32_t user);
/// A datagram socket of the world at a path.
int sim_world_datagrams(const char *path);
