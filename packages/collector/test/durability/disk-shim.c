/*
 * A disk that loses power and a disk that fails, for one folder of one process (LD_PRELOAD).
 *
 * DISK_FOLDER  The folder, as /proc names it.
 * DISK_IMAGE   Where what is durable is kept: of each file the bytes that it had at its last fsync. What was
 *              only written is not in it. Names are durable at once (made, linked, renamed, removed): journaling
 *              file systems keep them in order with the next fsync. The model forgives this and nothing else.
 * DISK_FAULT   While this file is there, every write to the folder fails with the errno that it holds, or, where
 *              it holds 0, does not come back.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static pthread_mutex_t image_lock = PTHREAD_MUTEX_INITIALIZER;

/* The name of a file directly in the folder, or NULL. */
static const char *name_in_folder(const char *path) {
  const char *folder = getenv("DISK_FOLDER");
  size_t length = folder ? strlen(folder) : 0;
  if (!folder || strncmp(path, folder, length) != 0 || path[length] != '/') return NULL;
  return strchr(path + length + 1, '/') ? NULL : path + length + 1;
}

static const char *path_of(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length <= 0) return NULL;
  path[length] = 0;
  return path;
}

static const char *image_path(const char *name, const char *ending, char *path, size_t size) {
  snprintf(path, size, "%s/%s%s", getenv("DISK_IMAGE"), name, ending);
  return path;
}

/* Copy a file as it is now; the copy appears whole or not at all. */
static void keep_image(int fd) {
  char path[4096], temporary[4224], image[4224];
  int saved = errno;
  if (!getenv("DISK_IMAGE") || !path_of(fd, path, sizeof path)) return;
  const char *name = name_in_folder(path);
  if (!name) return;
  pthread_mutex_lock(&image_lock);
  int from = open(path, O_RDONLY | O_CLOEXEC);
  int to = open(image_path(name, ".new", temporary, sizeof temporary), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  struct stat state;
  if (from >= 0 && to >= 0 && fstat(from, &state) == 0) {
    off_t done = 0;
    while (done < state.st_size && sendfile(to, from, &done, state.st_size - done) > 0) {
    }
    if (done == state.st_size) rename(temporary, image_path(name, "", image, sizeof image));
  }
  if (from >= 0) close(from);
  if (to >= 0) close(to);
  pthread_mutex_unlock(&image_lock);
  errno = saved;
}

static int is_failing(int fd) {
  char path[4096], number[16] = "";
  const char *fault = getenv("DISK_FAULT");
  if (!fault || access(fault, F_OK) != 0) return 0;
  if (!path_of(fd, path, sizeof path) || !name_in_folder(path)) return 0;
  int file = open(fault, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, number, sizeof number - 1);
  close(file);
  if (length <= 0) return 0;
  errno = atoi(number);
  if (errno != 0) return 1;
  while (access(fault, F_OK) == 0) usleep(1000);
  return 0;
}

int fsync(int fd) {
  REAL(fsync);
  if (is_failing(fd)) return -1;
  int result = real(fd);
  if (result == 0) keep_image(fd);
  return result;
}

int fdatasync(int fd) {
  REAL(fdatasync);
  if (is_failing(fd)) return -1;
  int result = real(fd);
  if (result == 0) keep_image(fd);
  return result;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  REAL(write);
  return is_failing(fd) ? -1 : real(fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  REAL(pwrite);
  return is_failing(fd) ? -1 : real(fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  return pwrite(fd, bytes, count, offset);
}

int ftruncate(int fd, off_t length) {
  REAL(ftruncate);
  return is_failing(fd) ? -1 : real(fd, length);
}

int ftruncate64(int fd, off64_t length) {
  return ftruncate(fd, length);
}

/* A second name, or a new one, for a file whose image is kept. */
static int with_image(int (*real)(const char *, const char *), const char *from, const char *to) {
  char old_image[4224], new_image[4224];
  int result = real(from, to), saved = errno;
  const char *old_name = name_in_folder(from), *new_name = name_in_folder(to);
  if (result == 0 && getenv("DISK_IMAGE") && old_name && new_name) {
    image_path(old_name, "", old_image, sizeof old_image);
    image_path(new_name, "", new_image, sizeof new_image);
    real(old_image, new_image);
  }
  errno = saved;
  return result;
}

int rename(const char *from, const char *to) {
  REAL(rename);
  return with_image(real, from, to);
}

int link(const char *from, const char *to) {
  REAL(link);
  return with_image(real, from, to);
}

int unlink(const char *path) {
  REAL(unlink);
  char image[4224];
  int result = real(path), saved = errno;
  const char *name = name_in_folder(path);
  if (result == 0 && getenv("DISK_IMAGE") && name) real(image_path(name, "", image, sizeof image));
  errno = saved;
  return result;
}
