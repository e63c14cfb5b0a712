// Hot: compiled for speed in every module.
#include "base/memory.hpp"

#include "base/budget.hpp"

namespace evalground {
namespace {

thread_local MemoryAccount* current_account = nullptr;

// Bytes charged to the current account, given back unless what they are for was made.
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
  // Memory that was allocated before the account began may be freed under it.
  if (account != nullptr) account->used_ -= bytes < account->used_ ? bytes : account->used_;
}

void* allocate_counted(std::size_t size) {
  // Charged first: a size that the limit refuses must not be asked of the machine at all.
  Charge charge(size);
  void* memory = ::operator new(size);
  charge.keep();
  return memory;
}

void free_counted(void* memory, std::size_t size) noexcept {
  if (memory == nullptr) return;
  MemoryAccount::release(size);
  ::operator delete(memory);
}

}  // namespace evalground
