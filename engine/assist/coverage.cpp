// Which lines of the documents did an evaluation not use? Like the coverage of tests, for documents.
//
// Three sources decide, each only where it knows something: steps of the trace say that a line was used; expressions in
// which no step began, and nodes of the outline with a status such as "skipped", say that it was not; names that
// nothing refers to count as unused even if their line was evaluated. Lines that nobody knows about are not reported.
#include "assist/coverage.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/text/any_of.hpp"
#include "base/text/text.hpp"

namespace evalground {
namespace {

enum class Use : std::uint8_t { unknown, never, used };

// The lines of one file, from 0.
// A line that is used stays used: never() changes only lines without a verdict.
class FileLines {
 public:
  explicit FileLines(std::string_view text) {
    for (const std::string_view line : Split(text, "\n")) texts_.push_back(trim(line));
    uses_.resize(texts_.size());
  }

  std::string_view text(std::size_t line) const { return texts_[line]; }
  void set(std::size_t line, Use use) {
    if (line < uses_.size()) uses_[line] = use;
  }
  void never(std::size_t from, std::size_t to) {
    for (std::size_t line = from; line <= to && line < uses_.size(); ++line) {
      if (uses_[line] == Use::unknown) uses_[line] = Use::never;
    }
  }
  void all_never() { never(0, uses_.size()); }

  // Lines without meaning of their own belong to the lines around them.
  Value ranges() const {
    List found;
    for (std::size_t line = 0; line < uses_.size(); ++line) {
      if (!is_unused(line)) continue;
      std::size_t last = line;
      for (std::size_t next = line + 1; next < uses_.size() && (is_unused(next) || is_neutral(next)); ++next) {
        if (is_unused(next)) last = next;
      }
      found.push_back(Value::list(
          {Value::integer(static_cast<std::int64_t>(line + 1)), Value::integer(static_cast<std::int64_t>(last + 1))}));
      line = last;
    }
    return Value::list(std::move(found));
  }

 private:
  bool is_unused(std::size_t line) const { return uses_[line] == Use::never && !is_neutral(line); }
  // Blank lines, comments, closing brackets, `{% else %}`, `{% endif %}`.
  bool is_neutral(std::size_t line) const {
    std::string_view text = texts_[line];
    if (text.empty() || text.starts_with('#') || text.starts_with("{#")) return true;
    if (text.find_first_not_of(")]};,") == std::string_view::npos) return true;
    if (!text.starts_with("{%") || text.find("%}") != text.size() - 2) return false;
    text = trim_start(text.substr(2), " -+");
    return text.starts_with("end") || text.starts_with("el");
  }

  std::vector<std::string_view> texts_;
  std::vector<Use> uses_;
};

class CoverageFinder {
 public:
  CoverageFinder(Context& context, const Dialect& dialect, const Language& language)
      : context_(context), dialect_(dialect), language_(language) {}

  Value find() {
    const std::vector<OutlineNode> outline = dialect_.outline(context_);
    const Passed passed = dialect_.passed(context_);
    // Only now: creating the outline may have loaded files that the evaluation did not reach.
    for (std::uint32_t file = 0; file < context_.sources.file_count(); ++file) {
      files_.emplace_back(context_.sources.text(file));
    }
    note_steps(passed);
    for (const std::uint32_t file : passed.files) files_[file].all_never();
    // With dropped steps, an expression without one may have been evaluated after all.
    if (context_.trace.dropped() == 0) read_expressions();
    for (const OutlineNode& node : outline) read_node(node);
    // An expression beside the documents may read any name in them.
    if (!context_.workspace.expression) read_unused_names();
    Map result;
    for (std::uint32_t file = 0; file < files_.size(); ++file) {
      const std::string& path = context_.sources.path(file);
      if (context_.workspace.files.contains(path)) result.set(path, files_[file].ranges());
    }
    return Value::map(std::move(result));
  }

 private:
  std::size_t line_of(std::uint32_t file, std::uint32_t offset) const {
    return context_.sources.position(file, offset).line - 1;
  }
  static std::uint64_t place(std::uint32_t file, std::uint32_t offset) {
    return (static_cast<std::uint64_t>(file) << 32) + offset;
  }

  void use(std::uint32_t file, std::uint32_t offset) {
    context_.budget.step();
    if (file < files_.size()) files_[file].set(line_of(file, offset), Use::used);
  }

  // Steps are sorted by their places, so that a stretch can be asked with a binary search whether a step began in it.
  void note_steps(const Passed& passed) {
    const auto note = [&](const Trace::Step& step) {
      if (step.where == 0) return;
      const Origin& at = context_.sources.origin(step.where);
      begun_.push_back(place(at.file, at.begin));
      use(at.file, at.begin);
      // A chain of calls spans lines, and its end is on the last line.
      if (at.end > at.begin && language_.form() == Form::expression) use(at.file, at.end - 1);
    };
    for (const Trace::Step& step : context_.trace.first_steps()) note(step);
    for (const Trace::Step& step : context_.trace.last_steps()) note(step);
    std::sort(begun_.begin(), begun_.end());
    for (const Stretch& one : passed.stretches) {
      if (one.file >= files_.size() || one.end <= one.begin) continue;
      const std::string_view text = context_.sources.text(one.file);
      for (std::uint32_t at = one.begin; at < one.end && at < text.size(); ++at) {
        context_.budget.step();
        if (!is_space(text[at])) {
          use(one.file, at);
          at = static_cast<std::uint32_t>(std::min<std::size_t>(text.find('\n', at), one.end));
        }
      }
    }
  }

  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  // Marks expressions in which no step began.
  void read_expressions() {
    const auto names = context_.workspace.files;
    for (const auto& [name, content] : names) {
      if (!name.is_string() || !content.is_string() || !language_.reads(name.as_string(), context_.workspace)) continue;
      const auto file = context_.files.source(name.as_string());
      if (!file || *file >= files_.size()) continue;  // the evaluation has not read the file
      language_.read(context_, *file, reading_);
    }
    for (const Mention& mention : reading_.mentions) {
      if (mention.defines && mention.whole.end > mention.whole.begin) {
        wholes_.emplace(place(mention.at.file, mention.at.begin), mention.whole);
      }
    }
    for (const Stretch& one : reading_.expressions) {
      if (one.file >= files_.size() || one.end <= one.begin || language_.form() == Form::tags) continue;
      if (language_.form() == Form::expression) {
        files_[one.file].never(line_of(one.file, one.begin), line_of(one.file, one.end - 1));
        continue;
      }
      // Reading a name in a template is not a step.
      const std::string_view text = context_.sources.text(one.file).substr(one.begin);
      if (text.starts_with("{{") || text.starts_with("{%")) continue;
      const auto first = std::lower_bound(begun_.begin(), begun_.end(), place(one.file, one.begin));
      if (first != begun_.end() && *first < place(one.file, one.end)) continue;
      files_[one.file].never(line_of(one.file, one.begin), line_of(one.file, one.end - 1));
    }
  }

  void read_node(const OutlineNode& node) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    const bool is_unused = contains(unused_statuses, node.status);
    // A condition was evaluated, whatever its result.
    const bool is_condition = node.kind == "condition" && !node.status.empty();
    if ((is_unused || is_condition) && node.where != 0 && node.kind != "variable") {
      const Stretch whole = whole_of(node.where);
      if (whole.file >= files_.size() || whole.end <= whole.begin) return;
      const std::size_t last = line_of(whole.file, whole.end - 1);
      for (std::size_t line = line_of(whole.file, whole.begin); line <= last; ++line) {
        if (is_condition) {
          files_[whole.file].set(line, Use::used);
        } else {
          files_[whole.file].never(line, line);
        }
      }
      if (node.children.empty()) return;
    }
    for (const OutlineNode& child : node.children) read_node(child);
  }

  // The whole definition of a name, for the place of the name.
  Stretch whole_of(OriginId where) const {
    const Origin& at = context_.sources.origin(where);
    const Stretch own{at.file, at.begin, at.end};
    for (const std::uint32_t begin : {at.begin, at.begin + 1}) {  // the place may be after a quote
      const auto found = wholes_.find(place(at.file, begin));
      if (found != wholes_.end() && found->second.end > own.end) return {at.file, at.begin, found->second.end};
    }
    return own;
  }

  // Unused names count as unused even if the line that defines them was evaluated.
  void read_unused_names() {
    std::unordered_set<std::uint32_t> used;
    for (const Mention& mention : reading_.mentions) {
      if (!mention.defines && mention.symbol != no_symbol) used.insert(mention.symbol);
    }
    for (const Mention& mention : reading_.mentions) {
      if (!mention.defines || mention.symbol == no_symbol || used.contains(mention.symbol)) continue;
      const Symbol& symbol = reading_.symbols[mention.symbol];
      const Stretch whole = mention.whole.end > mention.whole.begin ? mention.whole : mention.at;
      if (!symbol.should_be_used || symbol.is_fixed || whole.file >= files_.size()) continue;
      const std::size_t last = line_of(whole.file, whole.end - 1);
      for (std::size_t line = line_of(whole.file, whole.begin); line <= last; ++line) {
        const std::string_view text = files_[whole.file].text(line);
        // A line of a template may contain more than the statement.
        const bool is_alone =
            language_.form() != Form::tags || (text.starts_with("{% set ") && text.find("%}") == text.size() - 2);
        if (is_alone) files_[whole.file].set(line, Use::never);
      }
    }
  }

  Context& context_;
  const Dialect& dialect_;
  const Language& language_;
  std::vector<FileLines> files_;
  std::vector<std::uint64_t> begun_;                   // places where a step began
  std::unordered_map<std::uint64_t, Stretch> wholes_;  // whole definitions by the places of their names
  Reading reading_;
};

}  // namespace

Value coverage(Context& context, const Dialect& dialect, const Language& language) {
  return CoverageFinder(context, dialect, language).find();
}

}  // namespace evalground
