// The system calls of the command in Node: files, folders, standard streams, the environment and the current folder,
// implemented by `Module.machine` (wasm/src/command/machine.ts). They replace Emscripten's own file system, which
// differs from the system's in errors, permissions, symbolic links and terminals.
//
// Emscripten's libc calls these definitions because the linker finds them before the JavaScript library. File
// descriptors are those of the system.

#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstring>
#include <dirent.h>
#include <emscripten.h>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>
#include <wasi/api.h>

// On failure these return -1, and machine_failure() gives the error's name.
// clang-format off
EM_JS(void, machine_failure, (char* name, int room), { stringToUTF8(Module["machine"].failure, name, room); })
EM_JS(int, machine_open, (const char* path, int size, int flags, int mode), {
  return Module["machine"].open(HEAPU8.slice(path, path + size), flags, mode);
})
EM_JS(int, machine_close, (int file), { return Module["machine"].close(file); })
EM_JS(int, machine_read, (int file, void* bytes, int size), {
  return Module["machine"].read(file, HEAPU8.subarray(bytes, bytes + size));
})
EM_JS(int, machine_write, (int file, const void* bytes, int size), {
  return Module["machine"].write(file, HEAPU8.subarray(bytes, bytes + size));
})
EM_JS(int, machine_stat, (const char* path, int size, int follow, double* numbers), {
  const into = HEAPF64.subarray(numbers >> 3, (numbers >> 3) + 9);
  return Module["machine"].stat(HEAPU8.slice(path, path + size), follow !== 0, into);
})
EM_JS(int, machine_file_stat, (int file, double* numbers), {
  return Module["machine"].stat(file, true, HEAPF64.subarray(numbers >> 3, (numbers >> 3) + 9));
})
// Writes the name of a folder's next entry, with a terminating zero. Returns its type, or 0 at the end.
EM_JS(int, machine_entry, (int folder, char* name, int room), {
  return Module["machine"].entry(folder, HEAPU8.subarray(name, name + room));
})
// Operations on a path; their names are those of machine.ts.
EM_JS(int, machine_change, (const char* operation, const char* path, int size, int mode), {
  return Module["machine"].change(UTF8ToString(operation), HEAPU8.slice(path, path + size), mode);
})
// Operations on an open file.
EM_JS(int, machine_change_file, (const char* operation, int file, int first, int second), {
  return Module["machine"].changeFile(UTF8ToString(operation), file, first, second);
})
EM_JS(int, machine_rename, (const char* from, int from_size, const char* to, int size), {
  return Module["machine"].rename(HEAPU8.slice(from, from + from_size), HEAPU8.slice(to, to + size));
})
EM_JS(int, machine_symlink, (const char* target, int target_size, const char* path, int size), {
  return Module["machine"].symlink(HEAPU8.slice(target, target + target_size), HEAPU8.slice(path, path + size));
})
// These three return the size of a text. It is truncated if there is no room for it.
EM_JS(int, machine_link, (const char* path, int size, char* target, int room), {
  return Module["machine"].link(HEAPU8.slice(path, path + size), HEAPU8.subarray(target, target + room));
})
EM_JS(int, machine_folder, (char* path, int room), {
  return Module["machine"].folder(HEAPU8.subarray(path, path + room));
})
EM_JS(int, machine_environment, (char* variables, int room), {
  return Module["machine"].environment(HEAPU8.subarray(variables, variables + room));
})
EM_JS(int, machine_is_terminal, (int file), { return Module["machine"].isTerminal(file) ? 1 : 0; })
EM_JS(void, machine_set_raw, (int is_raw), { Module["machine"].terminal.setRaw(is_raw !== 0); })
EM_JS(int, machine_columns, (int file), { return Module["machine"].terminal.size(file)[0]; })
EM_JS(int, machine_rows, (int file), { return Module["machine"].terminal.size(file)[1]; })
// Whether a key is pressed within a time limit; -1: waits for one.
EM_JS(int, machine_key_waits, (double milliseconds), {
  return Module["machine"].terminal.keyWaits(milliseconds) ? 1 : 0;
})
EM_JS(int, machine_input_waits, (), { return Module["machine"].inputWaits() ? 1 : 0; })
// clang-format on

namespace {

// Node's error names with the messages of the native command's libc.
struct KnownError {
  std::string_view name;
  int number;
  const char* words;
};

#define EVG_ERROR(name, words) \
  { #name, name, words }
constexpr KnownError errors[] = {
    EVG_ERROR(EACCES, "Permission denied"),
    EVG_ERROR(EAGAIN, "Resource temporarily unavailable"),
    EVG_ERROR(EBADF, "Bad file descriptor"),
    EVG_ERROR(EBUSY, "Device or resource busy"),
    EVG_ERROR(EDQUOT, "Disk quota exceeded"),
    EVG_ERROR(EEXIST, "File exists"),
    EVG_ERROR(EFBIG, "File too large"),
    EVG_ERROR(EINTR, "Interrupted system call"),
    EVG_ERROR(EINVAL, "Invalid argument"),
    EVG_ERROR(EIO, "Input/output error"),
    EVG_ERROR(EISDIR, "Is a directory"),
    EVG_ERROR(ELOOP, "Too many levels of symbolic links"),
    EVG_ERROR(EMFILE, "Too many open files"),
    EVG_ERROR(EMLINK, "Too many links"),
    EVG_ERROR(ENAMETOOLONG, "File name too long"),
    EVG_ERROR(ENFILE, "Too many open files in system"),
    EVG_ERROR(ENODEV, "No such device"),
    EVG_ERROR(ENOENT, "No such file or directory"),
    EVG_ERROR(ENOMEM, "Cannot allocate memory"),
    EVG_ERROR(ENOSPC, "No space left on device"),
    EVG_ERROR(ENOSYS, "Function not implemented"),
    EVG_ERROR(ENOTDIR, "Not a directory"),
    EVG_ERROR(ENOTEMPTY, "Directory not empty"),
    EVG_ERROR(ENXIO, "No such device or address"),
    EVG_ERROR(EPERM, "Operation not permitted"),
    EVG_ERROR(EPIPE, "Broken pipe"),
    EVG_ERROR(EROFS, "Read-only file system"),
    EVG_ERROR(ESPIPE, "Illegal seek"),
    EVG_ERROR(ETXTBSY, "Text file busy"),
    EVG_ERROR(EXDEV, "Invalid cross-device link"),
};
#undef EVG_ERROR

// The number of the last call's error.
int failure() {
  char name[32];
  machine_failure(name, sizeof name);
  for (const KnownError& error : errors) {
    if (error.name == name) return error.number;
  }
  return EIO;
}

long result_of(int answer) {
  return answer < 0 ? -failure() : answer;
}

int size_of(const char* text) {
  return static_cast<int>(std::strlen(text));
}

long change(const char* operation, long path, long mode = 0) {
  const char* text = reinterpret_cast<const char*>(path);
  return result_of(machine_change(operation, text, size_of(text), static_cast<int>(mode)));
}

long open_file(long path, long flags, long mode) {
  const char* text = reinterpret_cast<const char*>(path);
  return result_of(machine_open(text, size_of(text), static_cast<int>(flags), static_cast<int>(mode)));
}

// Whether a path can be resolved without an open folder, since Node has no relative system calls.
bool is_plain(long folder, long path) {
  return folder == AT_FDCWD || *reinterpret_cast<const char*>(path) == '/';
}

timespec time_of(double milliseconds) {
  const double seconds = __builtin_floor(milliseconds / 1000);
  return {static_cast<time_t>(seconds), static_cast<long>((milliseconds - seconds * 1000) * 1e6)};
}

long give_stat(int answer, const double* numbers, long buffer) {
  if (answer < 0) return -failure();
  struct stat& into = *reinterpret_cast<struct stat*>(buffer);
  into = {};
  into.st_dev = static_cast<dev_t>(numbers[0]);
  into.st_ino = static_cast<ino_t>(numbers[1]);
  into.st_mode = static_cast<mode_t>(numbers[2]);
  into.st_nlink = static_cast<nlink_t>(numbers[3]);
  into.st_uid = static_cast<uid_t>(numbers[4]);
  into.st_gid = static_cast<gid_t>(numbers[5]);
  into.st_size = static_cast<off_t>(numbers[6]);
  into.st_mtim = time_of(numbers[7]);
  into.st_ctim = into.st_atim = time_of(numbers[8]);
  into.st_blksize = 4096;
  into.st_blocks = static_cast<blkcnt_t>((into.st_size + 511) / 512);
  return 0;
}

long give_stat_of(long path, bool follow, long buffer) {
  const char* text = reinterpret_cast<const char*>(path);
  double numbers[9];
  return give_stat(machine_stat(text, size_of(text), follow ? 1 : 0, numbers), numbers, buffer);
}

// "NAME=value", each followed by a zero byte.
const std::string& environment() {
  static const std::string text = [] {
    std::string all(static_cast<std::size_t>(machine_environment(nullptr, 0)), '\0');
    machine_environment(all.data(), static_cast<int>(all.size()));
    return all;
  }();
  return text;
}

}  // namespace

extern "C" {

// Replaces the libc's strerror(), which words some errors differently.
char* strerror(int number) {
  for (const KnownError& error : errors) {
    if (error.number == number) return const_cast<char*>(error.words);
  }
  return const_cast<char*>("Unknown error");
}

// --- Files

long __syscall_open(long path, long flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const long mode = (flags & O_CREAT) != 0 ? va_arg(rest, long) : 0;
  va_end(rest);
  return open_file(path, flags, mode);
}

long __syscall_openat(long folder, long path, long flags, ...) {
  if (!is_plain(folder, path)) return -ENOSYS;
  va_list rest;
  va_start(rest, flags);
  const long mode = (flags & O_CREAT) != 0 ? va_arg(rest, long) : 0;
  va_end(rest);
  return open_file(path, flags, mode);
}

__wasi_errno_t __wasi_fd_close(__wasi_fd_t file) {
  return machine_close(static_cast<int>(file)) < 0 ? static_cast<__wasi_errno_t>(failure()) : __WASI_ERRNO_SUCCESS;
}

// Fills only the first buffer: waiting for data for a second one would delay what has already arrived.
__wasi_errno_t __wasi_fd_read(__wasi_fd_t file, const __wasi_iovec_t* parts, std::size_t count, __wasi_size_t* done) {
  *done = 0;
  while (count > 0 && parts->buf_len == 0) --count, ++parts;
  if (count == 0) return __WASI_ERRNO_SUCCESS;
  const int size = machine_read(static_cast<int>(file), parts->buf, static_cast<int>(parts->buf_len));
  if (size < 0) return static_cast<__wasi_errno_t>(failure());
  *done = static_cast<__wasi_size_t>(size);
  return __WASI_ERRNO_SUCCESS;
}

// Writes everything, or fails.
__wasi_errno_t __wasi_fd_write(__wasi_fd_t file, const __wasi_ciovec_t* parts, std::size_t count, __wasi_size_t* done) {
  *done = 0;
  for (; count > 0; --count, ++parts) {
    if (machine_write(static_cast<int>(file), parts->buf, static_cast<int>(parts->buf_len)) < 0)
      return static_cast<__wasi_errno_t>(failure());
    *done += parts->buf_len;
  }
  return __WASI_ERRNO_SUCCESS;
}

// Files are only read and written sequentially, because Node cannot seek.
__wasi_errno_t __wasi_fd_seek(__wasi_fd_t, __wasi_filedelta_t, __wasi_whence_t, __wasi_filesize_t*) {
  return __WASI_ERRNO_SPIPE;
}

__wasi_errno_t __wasi_fd_sync(__wasi_fd_t file) {
  return machine_change_file("sync", static_cast<int>(file), 0, 0) < 0 ? static_cast<__wasi_errno_t>(failure())
                                                                       : __WASI_ERRNO_SUCCESS;
}

long __syscall_fchmod(long file, long mode) {
  return result_of(machine_change_file("chmod", static_cast<int>(file), static_cast<int>(mode), 0));
}

long __syscall_fchown32(long file, long owner, long group) {
  return result_of(
      machine_change_file("chown", static_cast<int>(file), static_cast<int>(owner), static_cast<int>(group)));
}

// The libc's fchown() calls this if a file is not open.
long __syscall_chown32(long, long, long) {
  return -EBADF;
}

// Called by isatty().
__wasi_errno_t __wasi_fd_fdstat_get(__wasi_fd_t file, __wasi_fdstat_t* stat) {
  *stat = {};
  stat->fs_filetype = machine_is_terminal(static_cast<int>(file)) != 0 ? __WASI_FILETYPE_CHARACTER_DEVICE
                                                                       : __WASI_FILETYPE_REGULAR_FILE;
  return __WASI_ERRNO_SUCCESS;
}

// The libc asks whether an output is a terminal, which it then writes line by line. A line editor asks for the
// terminal's size and for pending keys, and turns off the terminal's own editing and echo ("raw" mode).
long __syscall_ioctl(long file, long request, ...) {
  if (machine_is_terminal(static_cast<int>(file)) == 0) return -ENOTTY;
  va_list rest;
  va_start(rest, request);
  void* argument = va_arg(rest, void*);
  va_end(rest);
  switch (request) {
    case TCGETS: {
      termios& usual = *static_cast<termios*>(argument);
      usual = {};
      usual.c_iflag = ICRNL | IXON;
      usual.c_oflag = OPOST | ONLCR;
      usual.c_cflag = CS8 | CREAD;
      usual.c_lflag = ISIG | ICANON | ECHO | IEXTEN;
      usual.c_cc[VMIN] = 1;
      break;
    }
    case TCSETS:
    case TCSETSW:
    case TCSETSF: machine_set_raw((static_cast<const termios*>(argument)->c_lflag & ICANON) == 0 ? 1 : 0); break;
    case TIOCGWINSZ: {
      winsize& size = *static_cast<winsize*>(argument);
      size = {};
      size.ws_col = static_cast<unsigned short>(machine_columns(static_cast<int>(file)));
      size.ws_row = static_cast<unsigned short>(machine_rows(static_cast<int>(file)));
      break;
    }
    case FIONREAD: *static_cast<int*>(argument) = machine_key_waits(0); break;
    default: break;
  }
  return 0;
}

// Supports only waiting for a key, which a line editor needs for the rest of an escape sequence.
long __syscall__newselect(long, long, long, long, long timeout) {
  const timeval* time = reinterpret_cast<const timeval*>(timeout);
  const double milliseconds =
      time == nullptr ? -1 : static_cast<double>(time->tv_sec) * 1000 + static_cast<double>(time->tv_usec) / 1000;
  return machine_key_waits(milliseconds);
}

// Only used to close files in child processes, which Node does itself.
long __syscall_fcntl64(long, long, ...) {
  return 0;
}

long __syscall_poll(long files, long count, long) {
  pollfd* all = reinterpret_cast<pollfd*>(files);
  long ready = 0;
  for (long at = 0; at < count; ++at) {
    all[at].revents = all[at].fd == STDIN_FILENO && machine_input_waits() != 0 ? POLLIN : 0;
    if (all[at].revents != 0) ++ready;
  }
  return ready;
}

// --- Paths

long __syscall_stat64(long path, long buffer) {
  return give_stat_of(path, true, buffer);
}

long __syscall_lstat64(long path, long buffer) {
  return give_stat_of(path, false, buffer);
}

long __syscall_fstat64(long file, long buffer) {
  double numbers[9];
  return give_stat(machine_file_stat(static_cast<int>(file), numbers), numbers, buffer);
}

long __syscall_fstatat64(long folder, long path, long buffer, long flags) {
  if (!is_plain(folder, path)) return -ENOSYS;
  return give_stat_of(path, (flags & AT_SYMLINK_NOFOLLOW) == 0, buffer);
}

long __syscall_mkdir(long path, long mode) {
  return change("mkdir", path, mode);
}

long __syscall_rmdir(long path) {
  return change("rmdir", path);
}

long __syscall_unlink(long path) {
  return change("unlink", path);
}

long __syscall_rename(long from, long to) {
  const char* first = reinterpret_cast<const char*>(from);
  const char* second = reinterpret_cast<const char*>(to);
  return result_of(machine_rename(first, size_of(first), second, size_of(second)));
}

long __syscall_chmod(long path, long mode) {
  return change("chmod", path, mode);
}

long __syscall_fchmodat(long folder, long path, long mode, ...) {
  return is_plain(folder, path) ? change("chmod", path, mode) : -ENOSYS;
}

long __syscall_faccessat(long folder, long path, long mode, long) {
  return is_plain(folder, path) ? change("access", path, mode) : -ENOSYS;
}

long __syscall_chdir(long path) {
  return change("chdir", path);
}

// Only tests create links.
long __syscall_symlink(long target, long path) {
  const char* to = reinterpret_cast<const char*>(target);
  const char* from = reinterpret_cast<const char*>(path);
  return result_of(machine_symlink(to, size_of(to), from, size_of(from)));
}

long __syscall_readlink(long path, long target, long room) {
  const char* text = reinterpret_cast<const char*>(path);
  const long size =
      result_of(machine_link(text, size_of(text), reinterpret_cast<char*>(target), static_cast<int>(room)));
  return size > room ? room : size;
}

// The returned size includes the terminating zero.
long __syscall_getcwd(long path, long room) {
  char* into = reinterpret_cast<char*>(path);
  const long size = result_of(machine_folder(into, static_cast<int>(room)));
  if (size < 0) return size;
  if (size >= room) return -ERANGE;
  into[size] = '\0';
  return size + 1;
}

long __syscall_getdents64(long folder, long entries, long room) {
  dirent* entry = reinterpret_cast<dirent*>(entries);
  long size = 0;
  while (size + static_cast<long>(sizeof *entry) <= room) {
    const int type = machine_entry(static_cast<int>(folder), entry->d_name, sizeof entry->d_name);
    if (type < 0) return -failure();
    if (type == 0) break;
    entry->d_ino = 1;  // unused; 0 would mean a deleted entry
    entry->d_off = 0;
    entry->d_reclen = sizeof *entry;
    entry->d_type = static_cast<unsigned char>(type);
    size += sizeof *entry;
    ++entry;
  }
  return size;
}

// --- The environment

__wasi_errno_t __wasi_environ_sizes_get(__wasi_size_t* count, __wasi_size_t* size) {
  *count = 0;
  for (const char byte : environment()) *count += byte == '\0' ? 1 : 0;
  *size = environment().size();
  return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wasi_environ_get(uint8_t** variables, uint8_t* text) {
  environment().copy(reinterpret_cast<char*>(text), environment().size());
  for (std::size_t at = 0; at < environment().size(); at = environment().find('\0', at) + 1) *variables++ = text + at;
  return __WASI_ERRNO_SUCCESS;
}
}
