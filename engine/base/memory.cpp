// Hot: compiled for speed in every module.
#include "base/memory.hpp"

#include "base/budget.hpp"

namespace evalground {
namespace {

thread_local MemoryAccount* current_account = nullptr;

}  // namespace

MemoryAccount::MemoryAccount(std::uint64_t limit) noexcept : outer_(current_account), limit_(limit) {
  current_account = this;
}

MemoryAccount::~MemoryAccount() {
  current_account = outer_;
}

void MemoryAccount::charge(std::size_t bytes) {
  MemoryAccount* account = current_account;
  if (account == nullptr) return;
  if (bytes > account->limit_ - account->used_) throw LimitError(Limit::memory, account->limit_);
  account->used_ += bytes;
  if (account->used_ > account->peak_) account->peak_ = account->used_;
}

void MemoryAccount::release(std::size_t bytes) noexcept {
  MemoryAccount* account = current_account;
  // What was allocated before the account began may be freed under it.
  if (account != nullptr) account->used_ -= bytes < account->used_ ? bytes : account->used_;
}

void* allocate_counted(std::size_t size) {
  MemoryAccount::charge(size);
  try {
    return ::operator new(size);
  } catch (...) {
    MemoryAccount::release(size);
    throw;
  }
}

void free_counted(void* memory, std::size_t size) noexcept {
  if (memory == nullptr) return;
  MemoryAccount::release(size);
  ::operator delete(memory);
}

}  // namespace evalground
