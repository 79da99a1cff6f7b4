#ifndef GRANARY_CLEVELDB_SHIM_H
#define GRANARY_CLEVELDB_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <leveldb/c.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <sys/syscall.h>
#include <unistd.h>

// Gives a directory a default access list: files made in it later are for their owner only, whatever mode the
// one who makes them asks for and whatever the process's mask is. LevelDB asks for 0644 and cannot be told
// otherwise. Returns 0, or the number of the error: file systems without access lists have none.
static inline int granary_private_files(const char *directory) {
  // The format of Linux (version 2): for each entry a tag, what is permitted, and an identifier.
  struct {
    uint32_t version;
    struct { uint16_t tag, permissions; uint32_t identifier; } entries[3];
  } list = {2, {{0x01, 7, UINT32_MAX}, {0x04, 0, UINT32_MAX}, {0x20, 0, UINT32_MAX}}};
  return setxattr(directory, "system.posix_acl_default", &list, sizeof(list), 0) == 0 ? 0 : errno;
}

// The process that holds LevelDB's lock on a file, in the way of a writer or only of a reader, who shares the lock with
// others; 0 when nobody does, or when there is no such file; -1 when it is not known who, with errno 0, or when the
// file cannot be asked, with the number of the error. Must not be called while this process holds the lock, which would
// be dropped.
static inline pid_t granary_lock_holder(const char *path, bool reads) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return errno == ENOENT ? 0 : -1;
  struct flock lock;
  memset(&lock, 0, sizeof(lock));
  lock.l_type = reads ? F_RDLCK : F_WRLCK;
  lock.l_whence = SEEK_SET;
  int result = fcntl(file, F_GETLK, &lock);
  int number = result != 0 ? errno : 0;
  close(file);
  errno = number;
  if (result != 0) return -1;
  if (lock.l_type == F_UNLCK) return 0;
  return lock.l_pid > 0 ? lock.l_pid : -1;
}

// Gives two paths each other's names at once (renameat2 with RENAME_EXCHANGE); 0, or -1 with errno.
static inline int granary_exchange(const char *left, const char *right) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, left, AT_FDCWD, right, 2u);
}

#endif
