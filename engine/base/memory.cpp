// Counts the memory of an evaluation, and refuses it beyond the limit.
//
// Values allocate through allocate_counted(), and are limited exactly. Everything else, such as strings and maps of the
// C++ library, comes through operator new: small blocks are only counted (others_), and large ones are refused.
// Accounts nest: the innermost counts.
//
// Hot: compiled for speed in every module.
#include "base/memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <malloc.h>
#include <new>

#include "base/budget.hpp"

namespace evalground {
namespace {

thread_local MemoryAccount* current_account = nullptr;

// Adds, but an unlimited value stays unlimited.
constexpr std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

void* allocate(std::size_t size) {
  void* memory = std::malloc(size != 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// Charges bytes to the current account. They are refunded unless the allocation succeeds.
class Charge {
 public:
  explicit Charge(std::size_t bytes) : bytes_(bytes) { MemoryAccount::charge(bytes); }
  ~Charge() {
    if (bytes_ != 0) MemoryAccount::release(bytes_);
  }
  Charge(const Charge&) = delete;
  Charge& operator=(const Charge&) = delete;
  void keep() noexcept { bytes_ = 0; }

 private:
  std::size_t bytes_;
};

}  // namespace

MemoryAccount::MemoryAccount(std::uint64_t limit) noexcept
    : outer_(current_account), limit_(limit), most_(sum(limit, slack)) {
  current_account = this;
}

// Once, for the report of an evaluation that has used up its memory.
void MemoryAccount::extend() noexcept {
  if (is_extended_) return;
  is_extended_ = true;
  limit_ = sum(sum(limit_, limit_), slack);
  most_ = sum(limit_, slack);
}

MemoryAccount::~MemoryAccount() {
  current_account = outer_;
}

void MemoryAccount::charge(std::size_t bytes) {
  MemoryAccount* account = current_account;
  if (account == nullptr) return;
  if (bytes > account->limit_ - account->used_ || account->used_ + account->others_ + bytes > account->most_) {
    throw LimitError(Limit::memory, account->limit_);
  }
  account->used_ += bytes;
  if (account->used_ > account->peak_) account->peak_ = account->used_;
}

void MemoryAccount::release(std::size_t bytes) noexcept {
  MemoryAccount* account = current_account;
  // Memory from before the account may be freed under it.
  if (account != nullptr) account->used_ -= bytes < account->used_ ? bytes : account->used_;
}

void* allocate_counted(std::size_t size) {
  // Charge first: a size beyond the limit must never be requested from the system.
  Charge charge(size);
  void* memory = allocate(size);
  charge.keep();
  return memory;
}

void free_counted(void* memory, std::size_t size) noexcept {
  if (memory == nullptr) return;
  MemoryAccount::release(size);
  std::free(memory);
}

// The blocks of operator new. The code that frees a block usually passes its size. When the compiler or a library does
// not, the block counts with the size that malloc() reports.
struct OtherBlocks {
  // Larger blocks are refused when the account has no room for them.
  static constexpr std::size_t small = 64U << 10;

  static void* make(std::size_t size) {
    MemoryAccount* account = current_account;
    if (account == nullptr) return allocate(size);
    if (size > small && account->used_ + account->others_ + size > account->most_) {
      throw LimitError(Limit::memory, account->limit_);
    }
    void* memory = allocate(size);
#ifdef __cpp_sized_deallocation
    account->others_ += size;
#else
    account->others_ += malloc_usable_size(memory);
#endif
    return memory;
  }

  static void free(void* memory) noexcept {
    if (current_account != nullptr && memory != nullptr) forget(malloc_usable_size(memory));
    std::free(memory);
  }

  static void free(void* memory, std::size_t size) noexcept {
    if (current_account != nullptr && memory != nullptr) forget(size);
    std::free(memory);
  }

 private:
  static void forget(std::size_t size) noexcept {
    std::uint64_t& held = current_account->others_;
    held -= std::min<std::uint64_t>(size, held);  // as in release()
  }
};

}  // namespace evalground

// All of C++'s own forms of new and delete call these. The address sanitizer replaces forms that are missing here with
// its own, so each form of new needs its form of delete here.
void* operator new(std::size_t size) {
  return evalground::OtherBlocks::make(size);
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return evalground::OtherBlocks::make(size);
  } catch (...) {
    return nullptr;
  }
}

void operator delete(void* memory) noexcept {
  evalground::OtherBlocks::free(memory);
}

void operator delete(void* memory, std::size_t size) noexcept {
  evalground::OtherBlocks::free(memory, size);
}
