#include <csignal>
#include <initializer_list>
#include <termios.h>
#include <unistd.h>

#include "cli/repl/interrupt.hpp"

// isocline calls this instead of tcsetattr(), so that pending keys are kept.
extern "C" int evalground_set_terminal(int file, int when, const termios* settings);
extern "C" int evalground_set_terminal(int file, int when, const termios* settings) {
  return tcsetattr(file, when == TCSAFLUSH ? TCSADRAIN : when, settings);
}

namespace evalground::cli {
namespace {

volatile std::sig_atomic_t was_pressed_flag = 0;
termios usual_terminal;  // saved before a line is edited

void note_interrupt(int) {
  was_pressed_flag = 1;
  std::signal(SIGINT, SIG_DFL);
}

void end_program(int signal) {
  tcsetattr(STDIN_FILENO, TCSANOW, &usual_terminal);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

Interrupt::Interrupt() {
  was_pressed_flag = 0;
  std::signal(SIGINT, note_interrupt);
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
}

bool Interrupt::was_pressed() {
  return was_pressed_flag != 0;
}

// isocline's handlers would swallow these signals.
void restore_signals() {
  tcgetattr(STDIN_FILENO, &usual_terminal);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) std::signal(signal, end_program);
  for (const int signal : {SIGSEGV, SIGBUS, SIGTRAP, SIGTSTP, SIGTTIN, SIGTTOU}) std::signal(signal, SIG_DFL);
}

}  // namespace evalground::cli
