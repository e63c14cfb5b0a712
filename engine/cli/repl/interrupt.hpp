// Ctrl-C during an evaluation. Natively it is the signal SIGINT (interrupt_posix.cpp). In Node, which handles no signal
// while the command computes, it is a byte from the terminal (wasm/command/interrupt.cpp).
#pragma once

namespace evalground::cli {

// During its lifetime, the first Ctrl-C is recorded, and a second one ends the program.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // True when Ctrl-C was pressed since the object was created.
  static bool was_pressed();
};

// Call after the line editor has set its handlers. Signals then end or stop the program again, and restore the
// terminal.
void restore_signals();

}  // namespace evalground::cli
