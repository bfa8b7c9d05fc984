// The text console: two VTs, as drivers/tty/vt treats them.
#include "internal.h"
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdarg.h>

struct terminal {
  int mode, keyboard, owner;
  struct vt_mode switching;
};
static struct terminal terminals[3];
static int front, wanted;

static void reset(struct terminal *one) {
  one->mode = KD_TEXT;
  one->owner = 0;
  one->switching = (struct vt_mode){.mode = VT_AUTO};
}
void sim_console_reset(void) {
  for (int number = 1; number <= 2; number++) {
    reset(&terminals[number]);
    terminals[number].keyboard = K_UNICODE;
  }
  front = 1;
  wanted = 0;
}
int sim_console_front(void) { return front; }
const char *sim_console_fault(int number) {
  struct terminal *one = &terminals[number];
  if (one->mode != KD_TEXT) return "it is in graphics mode";
  if (one->keyboard == K_OFF) return "its keyboard is off";
  return one->switching.mode == VT_AUTO ? NULL : "a process is asked before it is left";
}

static void complete(int number) {
  front = number;
  wanted = 0;
  struct terminal *to = &terminals[number];
  if (to->switching.mode == VT_PROCESS && to->owner) sim_signal(sim_find(to->owner), to->switching.acqsig);
}

void sim_switch_console(int number) {
  if (number == front) return;
  struct terminal *from = &terminals[front];
  if (from->switching.mode == VT_PROCESS) {
    if (from->owner && sim_is_alive(from->owner)) {
      wanted = number;
      sim_signal(sim_find(from->owner), from->switching.relsig);
      return;
    }
    // Its owner died: the kernel resets the VT that is left.
    reset(from);
  }
  complete(number);
}

int sim_console_owned(void) {
  for (int number = 1; number <= 2; number++)
    if (terminals[number].owner && sim_is_alive(terminals[number].owner)) return number;
  return 0;
}

void sim_console_owner_died(int pid) {
  for (int number = 1; number <= 2; number++)
    if (terminals[number].owner == pid) terminals[number].owner = 0;
}

int sim_ioctl(int fd, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *pointer = va_arg(list, void *);
  va_end(list);
  if (sim_enter(sim_call_other) < 0) return -1;
  struct file *file = sim_get(fd);
  if (!file) return sim_error(EBADF);
  if (file->kind != kind_console) return sim_error(ENOTTY);
  // The VT of an open file of /dev/tty0 is the one in front when it was opened.
  if (file->position == 0) file->position = (size_t)front;
  struct terminal *one = &terminals[file->position];
  long value = (long)pointer;
  switch (request) {
  case KDGETMODE: *(int *)pointer = one->mode; return 0;
  case KDSETMODE: one->mode = (int)value; return 0;
  case KDGKBMODE: *(int *)pointer = one->keyboard; return 0;
  case KDSKBMODE: one->keyboard = (int)value; return 0;
  case TCFLSH: return 0;
  case TIOCGDEV: *(unsigned *)pointer = 4u << 8 | (unsigned)file->position; return 0;
  case VT_GETSTATE: ((struct vt_stat *)pointer)->v_active = (unsigned short)front; return 0;
  case VT_SETMODE:
    one->switching = *(struct vt_mode *)pointer;
    one->owner = one->switching.mode == VT_PROCESS ? sim_running->pid : 0;
    return 0;
  case VT_GETMODE: *(struct vt_mode *)pointer = one->switching; return 0;
  case VT_RELDISP:
    if (value == 1 && wanted && one == &terminals[front]) complete(wanted);
    return 0;
  default: return sim_error(ENOTTY);
  }
}
