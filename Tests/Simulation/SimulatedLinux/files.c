// Descriptors, pipes and files by path.
#include "internal.h"
#include <stdarg.h>
#include <stdio.h>

struct file *sim_files;
static uint32_t last_id;
static uint64_t last_inode;

struct entry {
  char *path;
  struct inode *inode;
};
enum { path_room = 512 };
static struct entry paths[path_room];

static void drop_inode(struct inode *inode) {
  if (!inode || inode->uses > 0 || inode->links > 0) return;
  free(inode->bytes);
  free(inode);
}

struct inode *sim_new_inode(enum kind kind) {
  struct inode *inode = calloc(1, sizeof *inode);
  inode->kind = kind;
  inode->number = ++last_inode;
  inode->limit = 65536;
  inode->mode = 0600;
  return inode;
}

struct file *sim_new_file(enum kind kind, int flags) {
  struct file *file = calloc(1, sizeof *file);
  file->kind = kind;
  file->uses = 1;
  file->flags = flags;
  file->id = ++last_id;
  file->next = sim_files;
  sim_files = file;
  return file;
}

int sim_open_files(void) {
  int count = 0;
  for (struct file *one = sim_files; one; one = one->next) count++;
  return count;
}

static void drop_messages(struct file *file) {
  while (file->first) {
    struct message *one = file->first;
    file->first = one->next;
    if (one->passed) sim_release(one->passed);
    free(one);
  }
  file->last = NULL;
  file->queued = file->queued_count = 0;
}

static int reads(struct file *file) { return (file->flags & O_ACCMODE) != O_WRONLY; }
static int writes(struct file *file) { return (file->flags & O_ACCMODE) != O_RDONLY; }

/// Takes a use of an open file; the last one closes it.
void sim_release(struct file *file) {
  if (--file->uses > 0) return;
  if (file->kind == kind_card && sim_hooks.card_closed) sim_hooks.card_closed(file->inode->device, file->id);
  if (file->peer) {
    file->peer->peer = NULL;
    file->peer->has_hung_up = 1;
    file->peer->was_reset = file->first != NULL;
  }
  drop_messages(file);
  struct inode *inode = file->inode;
  if (inode) {
    if (inode->server == file) inode->server = NULL;
    if (file->kind == kind_pipe) inode->readers -= reads(file), inode->writers -= writes(file);
    if (file->kind == kind_pipe && inode->readers + inode->writers == 0) inode->count = 0;
    inode->uses--;
    drop_inode(inode);
  }
  for (struct file **link = &sim_files; *link; link = &(*link)->next)
    if (*link == file) {
      *link = file->next;
      break;
    }
  free(file->path);
  free(file);
}

struct file *sim_get(int fd) {
  if (fd < 0 || fd >= descriptor_room) return NULL;
  return sim_running->files[fd].file;
}

uint32_t sim_file(int fd) {
  struct file *file = sim_get(fd);
  return file ? file->id : 0;
}

/// Gives the running process a descriptor of a file, which owns the use. Returns its number, or -1.
int sim_install(struct file *file, int closes_on_exec) {
  for (int fd = 0; fd < sim_running->limit; fd++)
    if (!sim_running->files[fd].file) {
      sim_running->files[fd] = (struct descriptor){file, closes_on_exec != 0};
      return fd;
    }
  sim_release(file);
  return sim_error(EMFILE);
}

int sim_card(int fd) {
  struct file *file = sim_get(fd);
  return file && file->kind == kind_card ? file->inode->device : -1;
}

// Paths.

static struct entry *find(const char *path) {
  for (int index = 0; index < path_room; index++)
    if (paths[index].path && strcmp(paths[index].path, path) == 0) return &paths[index];
  return NULL;
}

struct inode *sim_lookup(const char *path) {
  struct entry *entry = find(path);
  return entry ? entry->inode : NULL;
}

static void folder_of(const char *path, char *out, size_t room) {
  snprintf(out, room, "%s", path);
  char *slash = strrchr(out, '/');
  if (slash) slash[slash == out] = 0;
}

/// Tells those that watch an inode, or the folder of a path.
void sim_notify(const char *path, struct inode *inode) {
  char folder[256];
  folder_of(path, folder, sizeof folder);
  for (struct file *one = sim_files; one; one = one->next) {
    if (one->kind != kind_watch) continue;
    if ((inode && one->watched == inode) || (!inode && one->path && strcmp(one->path, folder) == 0))
      one->is_pending = 1;
  }
}

int sim_link(const char *path, struct inode *inode) {
  char folder[256];
  folder_of(path, folder, sizeof folder);
  struct inode *parent = sim_lookup(folder);
  if (!parent || parent->kind != kind_folder) return sim_error(ENOENT);
  for (int index = 0; index < path_room; index++)
    if (!paths[index].path) {
      paths[index] = (struct entry){strdup(path), inode};
      inode->links++;
      sim_notify(path, NULL);
      return 0;
    }
  return sim_error(ENOSPC);
}

static void remove_entry(struct entry *entry) {
  struct inode *inode = entry->inode;
  inode->links--;
  for (struct file *one = sim_files; one; one = one->next)
    if (one->kind == kind_watch && one->watched == inode) one->is_pending = 1;
  free(entry->path);
  entry->path = NULL;
  drop_inode(inode);
}

static void add(const char *path, enum kind kind, int device) {
  struct inode *inode = sim_new_inode(kind);
  inode->device = device;
  if (sim_link(path, inode) < 0) abort();
}

void sim_make_devices(void) {
  struct inode *root = sim_new_inode(kind_folder);
  paths[0] = (struct entry){strdup("/"), root};
  root->links = 1;
  static const char *const folders[] = {"/dev", "/dev/dri", "/run", "/disk", "/proc", "/proc/sys", "/proc/sys/kernel", "/proc/sys/kernel/random"};
  for (size_t index = 0; index < sizeof folders / sizeof *folders; index++) add(folders[index], kind_folder, 0);
  add("/dev/null", kind_null, 0);
  add("/dev/tty0", kind_console, 0);
  add("/proc/sys/kernel/random/boot_id", kind_regular, 0);
  struct inode *boot = sim_lookup("/proc/sys/kernel/random/boot_id");
  boot->bytes = (uint8_t *)strdup("11111111-2222-3333-4444-555555555555\n");
  boot->count = strlen((char *)boot->bytes);
}

void sim_forget_files(void) {
  for (int fd = 0; fd < descriptor_room; fd++) {
    struct file *file = sim_world.files[fd].file;
    sim_world.files[fd].file = NULL;
    if (file) sim_release(file);
  }
  for (int index = 0; index < path_room; index++)
    if (paths[index].path) remove_entry(&paths[index]);
}

void sim_make_card(int card, int is_there) {
  char path[32];
  snprintf(path, sizeof path, "/dev/dri/card%d", card);
  struct entry *entry = find(path);
  if (is_there && !entry) add(path, kind_card, card);
  if (!is_there && entry) remove_entry(entry);
}

long sim_fifo_count(const char *path) {
  struct inode *inode = sim_lookup(path);
  return inode && inode->kind == kind_pipe ? (long)inode->count : -1;
}
int sim_exists(const char *path) { return find(path) != NULL; }
long sim_file_bytes(const char *path, uint8_t *bytes, size_t room) {
  struct inode *inode = sim_lookup(path);
  if (!inode || inode->kind != kind_regular) return -1;
  memcpy(bytes, inode->bytes, inode->count < room ? inode->count : room);
  return (long)inode->count;
}

int sim_open(const char *path, int flags, ...) {
  if (sim_enter(sim_call_open) < 0) return -1;
  struct inode *inode = sim_lookup(path);
  if (inode && flags & O_CREAT && flags & O_EXCL) return sim_error(EEXIST);
  if (!inode) {
    if (!(flags & O_CREAT)) return sim_error(ENOENT);
    if (sim_faults.is_full) return sim_error(ENOSPC);
    inode = sim_new_inode(kind_regular);
    if (sim_link(path, inode) < 0) {
      drop_inode(inode);
      return -1;
    }
  }
  int wants_to_write = (flags & O_ACCMODE) != O_RDONLY;
  if (inode->kind == kind_folder && wants_to_write) return sim_error(EISDIR);
  if (flags & O_DIRECTORY && inode->kind != kind_folder) return sim_error(ENOTDIR);
  if (inode->kind == kind_messages) return sim_error(ENXIO);
  if (inode->kind == kind_pipe && (flags & O_ACCMODE) == O_WRONLY && inode->readers == 0) return sim_error(ENXIO);
  if (inode->kind == kind_regular && flags & O_TRUNC) inode->count = 0, sim_notify("", inode);
  struct file *file = sim_new_file(inode->kind, flags);
  file->inode = inode;
  inode->uses++;
  file->path = strdup(path);
  if (inode->kind == kind_pipe) inode->readers += reads(file), inode->writers += writes(file);
  return sim_install(file, flags & O_CLOEXEC);
}

static int join(int folder, const char *name, char *out, size_t room) {
  struct file *file = sim_get(folder);
  if (!file || file->kind != kind_folder) return sim_error(EBADF);
  snprintf(out, room, "%s/%s", file->path, name);
  return 0;
}
int sim_openat(int folder, const char *name, int flags, ...) {
  char path[256];
  return join(folder, name, path, sizeof path) < 0 ? -1 : sim_open(path, flags, 0600);
}
int sim_unlinkat(int folder, const char *name, int flags) {
  char path[256];
  return join(folder, name, path, sizeof path) < 0 ? -1 : sim_unlink(path);
}

int sim_unlink(const char *path) {
  if (sim_enter(sim_call_other) < 0) return -1;
  struct entry *entry = find(path);
  if (!entry) return sim_error(ENOENT);
  if (entry->inode->kind == kind_folder) return sim_error(EISDIR);
  remove_entry(entry);
  return 0;
}

int sim_renameat(int folder, const char *name, int other, const char *new_name) {
  char from[256], to[256];
  if (join(folder, name, from, sizeof from) < 0 || join(other, new_name, to, sizeof to) < 0) return -1;
  if (sim_enter(sim_call_path) < 0) return -1;
  struct entry *entry = find(from), *old = find(to);
  if (!entry) return sim_error(ENOENT);
  if (old) remove_entry(old);
  free(entry->path);
  entry->path = strdup(to);
  sim_notify(to, NULL);
  sim_notify(to, entry->inode);
  return 0;
}

static int make_node(const char *path, enum kind kind) {
  if (sim_enter(sim_call_path) < 0) return -1;
  if (find(path)) return sim_error(EEXIST);
  if (sim_faults.is_full) return sim_error(ENOSPC);
  struct inode *inode = sim_new_inode(kind);
  if (sim_link(path, inode) == 0) return 0;
  drop_inode(inode);
  return -1;
}
int sim_mkfifo(const char *path, mode_t mode) { return make_node(path, kind_pipe); }
int sim_mkdir(const char *path, mode_t mode) { return make_node(path, kind_folder); }

int sim_rmdir(const char *path) {
  if (sim_enter(sim_call_other) < 0) return -1;
  struct entry *entry = find(path);
  if (!entry) return sim_error(ENOENT);
  size_t length = strlen(path);
  for (int index = 0; index < path_room; index++)
    if (paths[index].path && strncmp(paths[index].path, path, length) == 0 && paths[index].path[length] == '/')
      return sim_error(ENOTEMPTY);
  remove_entry(entry);
  return 0;
}

static void fill(struct inode *inode, enum kind kind, struct stat *status) {
  memset(status, 0, sizeof *status);
  status->st_dev = 7;
  static const mode_t types[] = {
      [kind_null] = S_IFCHR, [kind_log] = S_IFIFO, [kind_pipe] = S_IFIFO, [kind_regular] = S_IFREG,
      [kind_folder] = S_IFDIR, [kind_messages] = S_IFSOCK, [kind_stream] = S_IFSOCK, [kind_listener] = S_IFSOCK,
      [kind_datagrams] = S_IFSOCK, [kind_signals] = S_IFCHR, [kind_watch] = S_IFCHR, [kind_uevents] = S_IFSOCK,
      [kind_console] = S_IFCHR, [kind_card] = S_IFCHR};
  status->st_mode = types[kind] | (inode ? inode->mode : 0600);
  status->st_ino = inode ? inode->number : 1;
  status->st_nlink = inode ? inode->links : 1;
  status->st_size = inode && inode->kind == kind_regular ? (off_t)inode->count : 0;
}
int sim_stat(const char *path, struct stat *status) {
  if (sim_enter(sim_call_other) < 0) return -1;
  struct inode *inode = sim_lookup(path);
  if (!inode) return sim_error(ENOENT);
  fill(inode, inode->kind, status);
  return 0;
}
int sim_fstat(int fd, struct stat *status) {
  if (sim_enter(sim_call_other) < 0) return -1;
  struct file *file = sim_get(fd);
  if (!file) return sim_error(EBADF);
  fill(file->inode, file->kind, status);
  return 0;
}
int sim_fstatat(int folder, const char *name, struct stat *status, int flags) {
  char path[256];
  return join(folder, name, path, sizeof path) < 0 ? -1 : sim_stat(path, status);
}
int sim_statfs(const char *path, struct statfs *status) {
  if (sim_enter(sim_call_other) < 0) return -1;
  if (!find(path)) return sim_error(ENOENT);
  memset(status, 0, sizeof *status);
  status->f_type = strncmp(path, "/disk", 5) == 0 ? 0xef53 : 0x01021994;
  return 0;
}
char *sim_realpath(const char *path, char *out) {
  if (sim_enter(sim_call_path) < 0) return NULL;
  if (find(path)) return strdup(path);
  errno = ENOENT;
  return NULL;
}

struct listing {
  int next;
  char folder[256];
  struct dirent entry;
};
DIR *sim_opendir(const char *path) {
  struct inode *inode = sim_lookup(path);
  if (sim_enter(sim_call_open) < 0) return NULL;
  if (!inode || inode->kind != kind_folder) {
    errno = ENOENT;
    return NULL;
  }
  struct listing *listing = calloc(1, sizeof *listing);
  snprintf(listing->folder, sizeof listing->folder, "%s", path);
  return (DIR *)listing;
}
struct dirent *sim_readdir(DIR *directory) {
  struct listing *listing = (struct listing *)directory;
  size_t length = strlen(listing->folder);
  while (listing->next < path_room) {
    const char *path = paths[listing->next++].path;
    if (!path || strncmp(path, listing->folder, length) != 0 || path[length] != '/') continue;
    if (strchr(path + length + 1, '/')) continue;
    snprintf(listing->entry.d_name, sizeof listing->entry.d_name, "%s", path + length + 1);
    return &listing->entry;
  }
  return NULL;
}
int sim_closedir(DIR *directory) {
  free(directory);
  return 0;
}
