// The prompt: reads lines, joins them to inputs, evaluates them or runs a command.
//
// Two loops, by the terminal. edit_lines() has history, colors and completion. read_lines() reads from a pipe or a
// simple terminal, prints results only, and fails at the end if any input failed, so that scripts can use it.
#include "cli/repl/repl.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <unistd.h>

#include "base/budget.hpp"
#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "cli/link.hpp"
#include "cli/repl/commands.hpp"
#include "cli/repl/completion.hpp"
#include "cli/repl/history.hpp"
#include "cli/repl/interrupt.hpp"
#include "cli/repl/line_editor.hpp"
#include "cli/repl/prompt.hpp"
#include "cli/repl/unfinished.hpp"
#include "cli/repl/workspace.hpp"
#include "cli/report.hpp"
#include "engine.hpp"

namespace evalground::cli {
namespace {

constexpr std::size_t most_lines_shown = 40;

void write_text(std::FILE* stream, std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() || std::fflush(stream) != 0)
    throw DiskError(std::string("cannot write the result: ") + std::strerror(errno));
}

// "::app" is an expression, ":help" a command.
bool is_command(std::string_view input) {
  return input.starts_with(':') && !input.starts_with("::") && input.size() > 1;
}

class Loop {
 public:
  explicit Loop(const Options& options)
      : session_(options, Interrupt::was_pressed),
        color_(wants_color(options.color)),
        prompt_{session_, 0, isatty(STDOUT_FILENO) != 0} {}

  // Evaluates an input, or runs a command. Returns false on failure. An error in an input never ends the prompt.
  // A failure to write the result is different: with the output gone, the prompt ends.
  bool take(const std::string& input) {
    const Interrupt interrupt;
    try {
      if (!is_command(input)) return evaluate_line(input);
      write_text(stdout, run_command(prompt_, input));
      return true;
    } catch (const UsageError& error) {
      return complain(error.what());
    } catch (const DiskError& error) {
      if (std::ferror(stdout) != 0) throw;
      return complain(error.what());
    } catch (const LinkError& error) {
      return complain(error.what());
    } catch (const Error& error) {
      return complain(error.what());
    } catch (const LimitError& error) {
      return complain(error.what());
    }
  }

  bool goes_on(std::string_view input) const {
    return is_command(input) ? is_unfinished_command(input) : is_unfinished(input, session_.is_template());
  }

  Session& session() { return session_; }
  Prompt& prompt() { return prompt_; }

 private:
  bool evaluate_line(const std::string& input) {
    const Session::Evaluation& last = session_.evaluate(input);
    write_text(stdout, prompt_.shown(result_text(last.outcome, session_.options().format)));
    write_text(stderr, problems_text(last.outcome, last.workspace, color_, &session_.options()));
    if (prompt_.shows_time) {
      char text[48];
      std::snprintf(text, sizeof text, "%.1f ms\n", last.milliseconds);
      write_text(stdout, text);
    }
    return last.ok();
  }

  static bool complain(std::string_view message) {
    write_text(stderr, "error: " + printable(message) + "\n");
    return false;
  }

  Session session_;
  bool color_;
  Prompt prompt_;
};

// Replaces the backslash at the end of a line by a line break.
void append_line(std::string& input, std::string_view line) {
  if (input.ends_with('\\')) input.pop_back();
  if (!input.empty()) input += '\n';
  input += line;
}

std::string welcome(const Session& session) {
  return "evalground " + version() + ", " + session.dialect() +
         ". Tab completes, :help lists commands, Ctrl-D leaves.\n";
}

// Ctrl-C first drops the unfinished input, and leaves only when pressed twice on an empty one. A line that holds a
// secret does not go into the history.
void edit_lines(Loop& loop, const Options& options) {
  Session& session = loop.session();
  loop.prompt().most_lines = most_lines_shown;
  History history(options.keeps_history ? history_path() : std::string());
  SecretLines secrets;
  std::string input;  // the lines before the current one
  bool leaves_next = false;
  LineEditor editor({[&](std::string_view line, std::size_t caret) {
                       std::string whole = input;
                       if (!whole.empty()) append_line(whole, "");
                       const std::size_t before = whole.size();
                       whole += line;
                       return completions(session, whole, before + caret);
                     },
                     [&](std::string_view line) {
                       return input.empty() ? colored_parts(session, line) : std::vector<ColoredPart>();
                     }},
                    history.lines(), options.color != Color::never && std::getenv("NO_COLOR") == nullptr);
  write_text(stdout, welcome(session));
  while (!loop.prompt().is_over) {
    std::string line;
    const LineEditor::End end = editor.read(input.empty() ? session.dialect() + "> " : "... ", line);
    const bool leaves = end == LineEditor::End::left || (end == LineEditor::End::interrupted && leaves_next);
    if (leaves && input.empty()) break;
    leaves_next = end == LineEditor::End::interrupted && input.empty();
    if (leaves_next) write_text(stdout, "Press Ctrl-C again or Ctrl-D to leave\n");
    if (end != LineEditor::End::entered) {
      input.clear();
      continue;
    }
    const bool is_first = input.empty();
    append_line(input, line);
    // An empty line ends an unfinished input.
    if (loop.goes_on(input) && (is_first || !line.empty())) continue;
    const std::string whole(trim(input));
    input.clear();
    if (whole.empty()) continue;
    if (!secrets.hold(session.workspace(), whole)) {
      editor.add_history(whole);
      history.add(whole);
    }
    loop.take(whole);
  }
}

// The next line of standard input; nothing at the end.
std::optional<std::string> read_line() {
  std::string line;
  int c = 0;
  while ((c = std::getc(stdin)) != EOF && c != '\n') line += static_cast<char>(c);
  if (c == EOF && line.empty()) return std::nullopt;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

// A terminal that cannot edit lines still gets a prompt.
bool read_lines(Loop& loop) {
  const bool has_prompt = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
  bool all_worked = true;
  std::string input;
  while (!loop.prompt().is_over) {
    if (has_prompt) write_text(stdout, input.empty() ? loop.session().dialect() + "> " : "... ");
    const std::optional<std::string> line = read_line();
    if (line) append_line(input, *line);
    if (line && loop.goes_on(input) && !line->empty()) continue;
    const std::string whole(trim(input));
    input.clear();
    if (!whole.empty()) all_worked = loop.take(whole) && all_worked;
    if (!line) break;
  }
  return all_worked || has_prompt;
}

}  // namespace

bool run_repl(const Options& given) {
  const Options options = with_current_folder(given);
  Loop loop(options);
  if (!LineEditor::is_possible()) return read_lines(loop);
  edit_lines(loop, options);
  return true;
}

}  // namespace evalground::cli
