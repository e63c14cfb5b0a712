// Ctrl-C while an evaluation runs. Natively it is the signal SIGINT (interrupt_posix.cpp); in Node, which handles no
// signal while the command computes, it is a byte from the terminal (wasm/command/interrupt.cpp).
#pragma once

namespace evalground::cli {

// While it lives, the first Ctrl-C is noted, and a second one ends the program.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Whether Ctrl-C was pressed since the object was made.
  static bool was_pressed();
};

// After the line editor has set its own handlers: signals that end or stop a program do so again, and leave the
// terminal as it was.
void restore_signals();

}  // namespace evalground::cli
