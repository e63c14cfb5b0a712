#include "base/memory.hpp"

#include <array>
#include <utility>

#include "base/budget.hpp"

namespace evalground {
namespace {

thread_local MemoryAccount* current_account = nullptr;

// A few small blocks that were freed, by size, to be given out again: an evaluation makes and frees very many of few
// sizes, and a general allocator takes several times as long. Only a few, as what is then made stands next to each
// other in memory when it comes from the general allocator. None under sanitizers, which are to see each block freed.
class SmallBlocks {
 public:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr std::size_t largest = 0;
#else
  static constexpr std::size_t largest = 256;  // bytes
#endif

  // `size` is 1 to `largest`.
  void* take(std::size_t size) {
    const std::size_t granules = (size + granule - 1) / granule;
    Block*& first = first_[granules - 1];
    if (first == nullptr) return ::operator new(granules* granule);
    kept_ -= granules;
    return std::exchange(first, first->next);
  }
  void give(void* memory, std::size_t size) noexcept {
    const std::size_t granules = (size + granule - 1) / granule;
    if (kept_ >= most_kept) return ::operator delete(memory);
    kept_ += granules;
    Block*& first = first_[granules - 1];
    first = new (memory) Block{first};
  }

 private:
  struct Block {
    Block* next;
  };
  static constexpr std::size_t granule = 16;         // bytes
  static constexpr std::size_t most_kept = 1 << 11;  // granules

  std::array<Block*, largest / granule> first_{};
  std::size_t kept_ = 0;  // granules
};

thread_local constinit SmallBlocks small_blocks;

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
    return size - 1 < SmallBlocks::largest ? small_blocks.take(size) : ::operator new(size);
  } catch (...) {
    MemoryAccount::release(size);
    throw;
  }
}

void free_counted(void* memory, std::size_t size) noexcept {
  if (memory == nullptr) return;
  MemoryAccount::release(size);
  if (size - 1 < SmallBlocks::largest) {
    small_blocks.give(memory, size);
  } else {
    ::operator delete(memory);
  }
}

}  // namespace evalground
