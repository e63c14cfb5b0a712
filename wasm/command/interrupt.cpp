// Ctrl-C in Node: during an evaluation the terminal reports it as a byte instead of a signal
// (wasm/src/command/terminal.ts).
#include "cli/repl/interrupt.hpp"

#include <emscripten.h>

// clang-format off
EM_JS(void, interrupt_watch, (int is_on), { Module["machine"].terminal.watchInterrupt(is_on !== 0); })
EM_JS(int, interrupt_pressed, (), { return Module["machine"].terminal.wasInterrupted() ? 1 : 0; })
// clang-format on

namespace evalground::cli {

Interrupt::Interrupt() {
  interrupt_watch(1);
}

Interrupt::~Interrupt() {
  interrupt_watch(0);
}

bool Interrupt::was_pressed() {
  return interrupt_pressed() != 0;
}

// Node restores the terminal when a signal ends the process.
void restore_signals() {}

}  // namespace evalground::cli
