#include "base/heap_limit.hpp"

#ifdef __EMSCRIPTEN__
#include <algorithm>
#include <cstddef>
#include <limits>

namespace evalground {
namespace {

// Bytes in addition to twice the limit: the program's own data, its stack, and memory that the allocator cannot use.
constexpr std::uint64_t fixed = 64ULL << 20;
constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t most = unlimited;
bool was_refused = false;

// Grows the memory to at least that many bytes.
bool grow(std::size_t needed) {
  constexpr std::size_t page = 65'536;
  if (needed > most) {
    was_refused = true;
    return false;
  }
  const std::size_t pages = __builtin_wasm_memory_size(0);
  const std::size_t missing = (needed - pages * page + page - 1) / page;
  // Grow by a fifth more, because growing invalidates all views of the memory, or by the needed size only.
  const std::uint64_t room = most == unlimited ? unlimited : most / page - pages;
  const auto ample = static_cast<std::size_t>(std::min<std::uint64_t>(std::max(missing, pages / 5), room));
  for (const std::size_t wanted : {std::max(ample, missing), missing}) {
    if (__builtin_wasm_memory_grow(0, wanted) != std::numeric_limits<std::size_t>::max()) return true;
  }
  return false;
}

}  // namespace

HeapLimit::HeapLimit(std::uint64_t memory) noexcept {
  most = memory < unlimited / 4 ? 2 * memory + fixed : unlimited;
  was_refused = false;
}

HeapLimit::~HeapLimit() {
  most = unlimited;
}

bool HeapLimit::is_spent() const noexcept {
  return was_refused;
}

}  // namespace evalground

extern "C" {
void emscripten_notify_memory_growth(std::size_t memory);

// Emscripten's own version is in JavaScript, and knows only the limit set at link time.
int emscripten_resize_heap(std::size_t size) {
  if (!evalground::grow(size)) return 0;
  emscripten_notify_memory_growth(0);
  return 1;
}
}

#else

namespace evalground {

HeapLimit::HeapLimit(std::uint64_t) noexcept {}
HeapLimit::~HeapLimit() = default;

bool HeapLimit::is_spent() const noexcept {
  return false;
}

}  // namespace evalground
#endif
