// The addresses of this machine by Node (wasm/src/command/machine.ts).
#include "cli/fetch/interfaces.hpp"

#include <emscripten.h>

#include "base/text/text.hpp"
#include "cli/process.hpp"

// clang-format off
// The addresses, a line each; gives the size of them all, or -1.
EM_JS(int, machine_addresses, (char* text, int room), {
  return Module["machine"].addresses(HEAPU8.subarray(text, text + room));
})
// clang-format on

namespace evalground::cli {

std::vector<std::string> interface_addresses() {
  const int size = machine_addresses(nullptr, 0);
  if (size < 0) throw ProcessError("this system does not tell its own addresses; --allow-private does without");
  std::string text(static_cast<std::size_t>(size), '\0');
  machine_addresses(text.data(), size);
  std::vector<std::string> addresses;
  for (const std::string_view line : Split(text, "\n")) {
    if (!line.empty()) addresses.emplace_back(line);
  }
  return addresses;
}

}  // namespace evalground::cli
