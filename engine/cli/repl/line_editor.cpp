// A line editor by the library isocline, with completion, hints and colors from the engine.
//
// The library has callbacks without much context, so this file keeps what it lacks in variables: the last key, the
// whole input, and whether more keys wait. Asking the engine must never delay typing: pasted text and a slow workspace
// switch hints and colors off (Patience, more_waits).
#include "cli/repl/line_editor.hpp"

#include <chrono>
#include <cstdlib>
#include <isocline.h>
#include <memory>
#include <optional>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "cli/repl/interrupt.hpp"
#include "cli/report.hpp"

namespace evalground::cli {
namespace {

constexpr long hint_delay_ms = 400;
constexpr std::size_t most_colored = 4'000;  // maximum length of a line in bytes
constexpr char control_d = '\x04';
constexpr char tab = '\t';

// The last key, and whether text was drawn after it. isocline redraws a line after the final key, but not an empty one,
// and does not distinguish Ctrl-C from Ctrl-D.
char last_key = '\0';
bool is_drawn = false;

// isocline asks for hints and colors at each key. If they repeatedly take long, as in a workspace of many megabytes,
// typing has priority.
class Patience {
 public:
  explicit constexpr Patience(double limit_ms) : limit_ms_(limit_ms) {}

  template <class Work>
  auto timed(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    auto result = work();
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    slow_in_a_row_ = taken.count() > limit_ms_ ? slow_in_a_row_ + 1 : 0;
    return result;
  }
  bool is_over() const { return slow_in_a_row_ >= 4; }

 private:
  double limit_ms_;
  int slow_in_a_row_ = 0;
};

Patience hints(25);
Patience colors(10);

// True when more keys are pending, for example while text is pasted. They have priority over hints and colors.
bool more_waits() {
  int waiting = 0;
  return ::ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting > 0;
}

// The input as last drawn; empty at the beginning of a line.
std::string input_seen;

// isocline interprets markup such as "[b]" in its output.
std::string without_marks(std::string_view text) {
  return replace_all(replace_all(replace_all(printable(text), "\n", " "), "\\", "\\\\"), "[", "\\[");
}

const char* style_of(std::string_view kind) {
  static constexpr std::pair<std::string_view, const char*> styles[] = {
      {"keyword", "ansi-magenta"}, {"function", "ansi-blue"}, {"filter", "ansi-blue"},      {"test", "ansi-blue"},
      {"variable", "ansi-teal"},   {"string", "ansi-green"},  {"number", "ansi-maroon"},    {"comment", "ansi-gray"},
      {"macro", "ansi-blue"},      {"method", "ansi-blue"},   {"delimiter", "ansi-magenta"}};
  for (const auto& [name, style] : styles) {
    if (name == kind) return style;
  }
  return nullptr;
}

// isocline 1.0.9 declares a function for the whole input, but does not define it.
void complete(ic_completion_env_t* environment, const char* before_caret) {
  if (last_key != tab && more_waits()) return;  // called for a hint
  const auto& callbacks = *static_cast<LineEditor::Callbacks*>(ic_completion_arg(environment));
  const std::string input = input_seen.starts_with(before_caret) ? input_seen : std::string(before_caret);
  const auto found = hints.timed([&] { return callbacks.complete(input, std::string_view(before_caret).size()); });
  if (hints.is_over()) ic_enable_hint(false);
  for (const Candidate& one : found) {
    const bool goes_on = ic_add_completion_prim(environment, one.text.c_str(), without_marks(one.label).c_str(),
                                                one.help.empty() ? nullptr : without_marks(one.help).c_str(),
                                                static_cast<long>(one.before), static_cast<long>(one.after));
    if (!goes_on) break;
  }
}

void color(ic_highlight_env_t* environment, const char* input, void* argument) {
  is_drawn = true;
  input_seen = input;
  const auto& callbacks = *static_cast<LineEditor::Callbacks*>(argument);
  if (colors.is_over() || input_seen.size() > most_colored || more_waits()) {
    ic_enable_brace_matching(false);  // takes quadratic time
    return;
  }
  for (const ColoredPart& part : colors.timed([&] { return callbacks.color(input); })) {
    if (const char* style = style_of(part.kind))
      ic_highlight(environment, static_cast<long>(part.from), static_cast<long>(part.size), style);
  }
}

// isocline sets the environment's locale. It reads keys as UTF-8 only if that locale is known to the system and is
// UTF-8 or "C". But another locale would change how numbers are written.
void start_editor() {
  const char* given = std::getenv("LC_ALL");
  const std::optional<std::string> kept = given == nullptr ? std::nullopt : std::optional<std::string>(given);
  setenv("LC_ALL", "C", 1);
  ic_set_prompt_marker("", "... ");
  if (kept) {
    setenv("LC_ALL", kept->c_str(), 1);
  } else {
    unsetenv("LC_ALL");
  }
}

}  // namespace

// isocline calls this, through the change in cmake/Dependencies.cmake.
extern "C" int evalground_key_waits(void);
extern "C" int evalground_key_waits(void) {
  return more_waits() ? 1 : 0;
}

// isocline calls this instead of read().
extern "C" ssize_t evalground_read_key(int file, void* bytes, std::size_t size);
extern "C" ssize_t evalground_read_key(int file, void* bytes, std::size_t size) {
  const ssize_t count = ::read(file, bytes, size);
  if (count > 0) last_key = static_cast<const char*>(bytes)[count - 1];
  is_drawn = false;
  return count;
}

bool LineEditor::is_possible() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 && terminal != nullptr &&
         std::string_view(terminal) != "dumb" && *terminal != '\0';
}

LineEditor::LineEditor(Callbacks callbacks, const std::vector<std::string>& history, bool has_colors)
    : callbacks_(std::move(callbacks)) {
  start_editor();
  restore_signals();
  ic_enable_color(has_colors);
  ic_enable_beep(false);
  ic_enable_brace_insertion(false);
  ic_enable_multiline_indent(false);
  ic_set_hint_delay(hint_delay_ms);
  ic_style_def("ic-prompt", "ansi-green");
  ic_set_default_completer(complete, &callbacks_);
  ic_set_default_highlighter(color, &callbacks_);
  ic_set_history(nullptr, -1);
  for (const std::string& line : history) ic_history_add(line.c_str());
}

LineEditor::~LineEditor() {
  ic_set_default_completer(nullptr, nullptr);
  ic_set_default_highlighter(nullptr, nullptr);
}

// Without a line, the last key tells why: Ctrl-D leaves, Ctrl-C on an empty line interrupts, and otherwise it clears.
LineEditor::End LineEditor::read(const std::string& prompt, std::string& line) {
  input_seen.clear();
  ic_enable_brace_matching(true);
  struct Free {
    void operator()(char* text) const { ic_free(text); }
  };
  const std::unique_ptr<char, Free> read(ic_readline(prompt.c_str()));
  if (!read) {
    if (last_key == control_d) return End::left;
    return is_drawn ? End::cleared : End::interrupted;
  }
  line = read.get();
  // We add lines once they are complete, and only without secrets. isocline adds every input of two or more bytes.
  if (line.size() > 1) ic_history_remove_last();
  return End::entered;
}

void LineEditor::add_history(const std::string& line) {
  ic_history_add(line.c_str());
}

}  // namespace evalground::cli
