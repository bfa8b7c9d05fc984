// The simulated Linux's own structures.
#pragma once
#include "simulated_linux.h"
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum kind {
  kind_null, kind_log, kind_pipe, kind_regular, kind_folder, kind_messages, kind_stream,
  kind_listener, kind_datagrams, kind_signals, kind_watch, kind_uevents, kind_console, kind_card
};

struct message {
  struct message *next;
  struct file *passed;
  size_t count;
  uint8_t bytes[];
};

/// A file of the file system, or a pipe without a name.
struct inode {
  enum kind kind;
  uint64_t number;
  uint32_t links, mode;
  int uses, readers, writers, device;
  uint8_t *bytes;
  size_t count, room, limit;
  /// The socket that listens at this path; it is not counted in `uses`.
  struct file *server;
};

/// An open file description.
struct file {
  enum kind kind;
  int uses, flags;
  uint32_t id;
  struct inode *inode;
  struct file *next;
  size_t position;
  struct message *first, *last;
  size_t queued, queued_count;
  struct file *peer;
  int is_connection, has_hung_up, was_reset;
  /// The user at the other end of a connection.
  uint32_t peer_user;
  uint64_t mask;
  struct inode *watched;
  char *path;
  int is_pending;
};

struct descriptor {
  struct file *file;
  int closes_on_exec;
};

enum { descriptor_room = 256 };

enum state { state_ready, state_polling, state_waiting, state_forking, state_blocked, state_ended };

struct process {
  int pid, parent, status, is_zombie, is_dead, is_fresh, kill_pending, is_reaped, limit;
  enum state state;
  int64_t deadline, began;
  struct pollfd *entries;
  size_t entry_count;
  int awaited;
  uint64_t blocked, pending, wakeups, calls, dead_calls;
  struct process *forked, *next;
  void (*entry)(void *);
  void *context;
  void *stack;
  ucontext_t machine;
  char name[24];
  struct descriptor files[descriptor_room];
};

extern struct process sim_world, *sim_running, *sim_all;
extern struct file *sim_files;
extern int64_t sim_time;

/// Begins a call of the running process: counts it, may switch, may fail it. Returns 0, or -1 with errno.
int sim_enter(enum sim_call call);
int sim_error(int code);
struct file *sim_get(int fd);
int sim_install(struct file *file, int closes_on_exec);
struct file *sim_new_file(enum kind kind, int flags);
void sim_release(struct file *file);
short sim_ready(struct process *process, int fd, short events);
void sim_forget_files(void);
void sim_make_devices(void);
void sim_console_reset(void);
void sim_console_owner_died(int pid);
void sim_end(struct process *process, int status);
void sim_yield(void);
struct process *sim_find(int pid);
void sim_signal(struct process *process, int signal);
struct inode *sim_lookup(const char *path);
struct inode *sim_new_inode(enum kind kind);
int sim_link(const char *path, struct inode *inode);
void sim_notify(const char *path, struct inode *inode);
int sim_chance(uint32_t part);
void sim_push(struct file *to, const void *bytes, size_t count, struct file *passed);
/// Copies from a socket's queue. Fills `passed` and `is_cut`. Returns the count, or -1 with errno.
long sim_take(struct file *from, void *bytes, size_t count, struct file **passed, int *is_cut);
