// Quick fixes for problems that have no fix of their own. Each is offered only if it would help: a name only if a
// similar one is known, quotes only if the document can then be read.
#include "assist/repairs.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/text/text.hpp"
#include "data/paths/json_pointer.hpp"
#include "data/yaml/load.hpp"

namespace evalground {
namespace {

// Codes of problems that a missing quote can cause.
constexpr std::array<std::string_view, 5> quote_codes = {"yaml-syntax", "undefined-alias", "unhashable-key",
                                                         "unknown-tag", "yaml-encoding"};
// Characters that cannot begin a plain scalar in YAML.
// Jinja's `{{` is the usual case: YAML reads a flow map within a flow map.
constexpr std::string_view signs = "@`%&*!|>{[#?-,";

std::string single_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted.append(c == '\'' ? 2 : 1, c);
  return quoted + "'";
}

// In `@select: …` only the key needs quotes, as the problem's own fix says.
bool may_need_quotes(std::string_view scalar) {
  const std::size_t colon = scalar.find(':');
  const bool is_key = scalar.starts_with('@') && colon != std::string_view::npos &&
                      scalar.substr(0, colon).find(' ') == std::string_view::npos &&
                      (colon + 1 == scalar.size() || scalar[colon + 1] == ' ');
  return !is_key && (signs.find(scalar[0]) != std::string_view::npos || scalar.find(": ") != std::string_view::npos);
}

const Value* string_in(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? value : nullptr;
}

std::optional<std::uint64_t> number_in(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  if (value == nullptr || value->kind() != Kind::integer || value->as_integer() < 0) return std::nullopt;
  return static_cast<std::uint64_t>(value->as_integer());
}

// An empty value of a parameter's type.
Value empty_value(std::string_view type) {
  if (type == "number" || type == "integer" || type == "float") return Value::integer(0);
  if (type == "boolean") return Value::boolean(false);
  if (type == "json" || type == "map") return Value::map({});
  return type.ends_with("list") ? Value::list() : Value::string("");
}

// The parameter of that name in an outline; null when absent.
const OutlineNode* parameter_in(const std::vector<OutlineNode>& outline, std::string_view name) {
  std::vector<const std::vector<OutlineNode>*> ahead{&outline};
  while (!ahead.empty()) {
    const std::vector<OutlineNode>& nodes = *ahead.back();
    ahead.pop_back();
    for (const OutlineNode& node : nodes) {
      if (node.kind == "parameter" && node.name == name) return &node;
      if (!node.children.empty()) ahead.push_back(&node.children);
    }
  }
  return nullptr;
}

class RepairFinder {
 public:
  RepairFinder(Question& question, const std::vector<OutlineNode>& outline, std::uint32_t file, std::uint32_t begin,
               std::uint32_t end)
      : question_(question),
        outline_(outline),
        file_(file),
        begin_(begin),
        end_(end),
        path_(question.context.sources.path(file)) {}

  List find() {
    nearest();
    add_missing();
    quote_scalar();
    switch_flavor();
    return std::move(actions_);
  }

 private:
  void add(std::string title, std::string_view code, std::string_view key, Value value) {
    Map action{{"title", Value::string(title)},
               {"kind", Value::string("quickfix")},
               {"code", Value::string(code)},
               {"edits", Value::list()}};
    action.set(key, std::move(value));
    actions_.push_back(Value::map(std::move(action)));
  }

  // An unknown name, or a missing key of data: suggests the most similar known one.
  // Only where the name itself is at fault: a defined name has no suggestion.
  void nearest() {
    const Mention* mention = question_.mention();
    if (mention == nullptr || mention->defines || mention->at.end == mention->at.begin) return;
    const std::vector<std::string> known =
        mention->symbol != no_symbol ? defined_beside(*mention) : keys_beside(*mention);
    std::vector<std::string_view> names(known.begin(), known.end());
    const auto found = nearest_name(mention->name, names);
    if (!found || *found == mention->name) return;
    Map edit = question_.range(mention->at).as_map();
    edit.set("newText", Value::string(*found));
    add("Change to " + quote(*found), mention->symbol != no_symbol ? "undefined" : "missing-key", "edits",
        Value::list({Value::map(std::move(edit))}));
  }

  // The defined names of the same kind, for an undefined name; empty for a defined one.
  // Empty as soon as a definition of the name itself is found.
  std::vector<std::string> defined_beside(const Mention& mention) {
    const Reading& reading = question_.reading();
    const Symbol& meant = reading.symbols[mention.symbol];
    std::vector<std::string> known;
    if (meant.kind == "file") {
      for (const auto& [name, content] : question_.workspace.files) {
        if (name.is_string()) known.emplace_back(name.as_string());
      }
      return std::find(known.begin(), known.end(), meant.name) != known.end() ? std::vector<std::string>() : known;
    }
    if (meant.is_fixed || question_.text(mention.at) != meant.name) return {};
    for (const Mention& one : reading.mentions) {
      question_.context.budget.step();
      if (!one.defines || one.symbol == no_symbol) continue;
      if (one.symbol == mention.symbol) return {};
      const Symbol& other = reading.symbols[one.symbol];
      if (other.kind == meant.kind && other.scope == meant.scope) known.push_back(other.name);
    }
    return known;
  }

  // The existing keys beside a missing one.
  std::vector<std::string> keys_beside(const Mention& mention) {
    if (mention.kind != "property" || !mention.value.is_undefined()) return {};
    const Caret caret = question_.language->at(question_.context, question_.reading(), mention.at.file, mention.at.end);
    if (!caret.data.is_map() || caret.data.sensitive() || caret.data.as_map().contains(mention.name)) return {};
    std::vector<std::string> known;
    for (const auto& [key, value] : caret.data.as_map()) {
      question_.context.budget.step();
      if (key.is_string()) known.emplace_back(key.as_string());
    }
    return known;
  }

  static Value change(std::string path, Value value) {
    return Value::list({Value::map({{"path", Value::string(path)}, {"value", std::move(value)}})});
  }

  // True when a place of the last run overlaps the requested range.
  bool touches(const Value* span) const {
    if (span == nullptr || !span->is_map()) return false;
    const Value* name = string_in(span->as_map(), "file");
    const auto from = number_in(span->as_map(), "from");
    const auto to = number_in(span->as_map(), "to");
    if (name == nullptr || name->as_string() != path_ || !from || !to) return false;
    return question_.byte_of(file_, *from) <= end_ && question_.byte_of(file_, *to) >= begin_;
  }

  // Offers to add undefined names that the run or a check has read, and secrets that a link left out.
  // A fix of the workspace and not of a text: an empty value under its key, which the user then fills in.
  void add_missing() {
    for (const Ask& ask : question_.context.asks) {
      if (ask.where == 0) continue;
      const Origin& at = question_.context.sources.origin(ask.where);
      if (at.file == file_ && at.begin <= end_ && at.end >= begin_) offer(ask.key, ask.owner, ask.name);
    }
    const Value* asks = question_.outcome("asks");
    if (asks == nullptr || !asks->is_list()) return;
    for (const Value& one : asks->as_list()) {
      question_.context.budget.step();
      if (!one.is_map() || !touches(one.as_map().find("span"))) continue;
      const Value* key = string_in(one.as_map(), "key");
      const Value* name = string_in(one.as_map(), "name");
      const Value* owner = string_in(one.as_map(), "owner");
      if (key == nullptr || name == nullptr) continue;
      offer(key->as_string(), owner == nullptr ? "" : owner->as_string(), name->as_string());
    }
  }

  void offer(std::string_view key, std::string_view owner, std::string_view name) {
    std::string path;
    append_pointer_part(path, key);
    if (!owner.empty()) append_pointer_part(path, owner);
    append_pointer_part(path, name);
    if (!offered_.insert(path).second) return;
    const std::string title =
        key == "secrets" ? "Give the secret " + quote(name) : "Add " + quote(name) + " to the " + std::string(key);
    const OutlineNode* parameter = key == "inputs" ? parameter_in(outline_, name) : nullptr;
    Value value = empty_value(parameter == nullptr ? "" : parameter->type);
    add(title, "missing-key", "changes", change(std::move(path), std::move(value)));
  }

  // `url: {{ host }}` and `at: @x`: puts the rest of the line in quotes, if the document can then be parsed.
  // Where the scalar begins is guessed from the line, since there is no tree of a document with an error.
  void quote_scalar() {
    if (question_.language->form() != Form::yaml) return;
    std::string_view code;
    const Value* diagnostics = question_.outcome("diagnostics");
    if (diagnostics == nullptr || !diagnostics->is_list()) return;
    for (const Value& one : diagnostics->as_list()) {
      const Value* known = one.is_map() ? string_in(one.as_map(), "code") : nullptr;
      if (known == nullptr || !is_near(one.as_map().find("span"))) continue;
      const auto found = std::find(quote_codes.begin(), quote_codes.end(), known->as_string());
      if (found != quote_codes.end()) code = *found;
    }
    if (code.empty()) return;
    const std::string_view text = question_.context.sources.text(file_);
    const std::size_t line = begin_ == 0 ? 0 : text.rfind('\n', begin_ - 1) + 1;
    const std::size_t line_end = std::min(text.find('\n', begin_), text.size());
    std::size_t at = text.find_first_not_of(" \t", line);
    const std::size_t colon = text.find(": ", line);
    if (colon != std::string_view::npos && colon < line_end) {
      at = text.find_first_not_of(' ', colon + 1);
    } else if (at != std::string_view::npos && text.substr(at, 2) == "- ") {
      at = text.find_first_not_of(' ', at + 1);
    }
    if (at == std::string_view::npos || at >= line_end) return;
    const std::string_view scalar = trim_end(text.substr(at, line_end - at));
    if (!may_need_quotes(scalar)) return;
    const std::string quoted = single_quoted(scalar);
    if (!can_be_read(text, at, scalar.size(), quoted)) return;
    Map edit = question_.range({file_, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + scalar.size())})
                   .as_map();
    edit.set("newText", Value::string(quoted));
    add("Put quotes around the text", code, "edits", Value::list({Value::map(std::move(edit))}));
  }

  // The parser may stop a line after the error.
  bool is_near(const Value* span) const {
    if (span == nullptr || !span->is_map()) return false;
    const Value* name = string_in(span->as_map(), "file");
    const auto from = number_in(span->as_map(), "from");
    if (name == nullptr || name->as_string() != path_ || !from) return false;
    const Sources& sources = question_.context.sources;
    const std::uint32_t here = sources.position(file_, begin_).line;
    const std::uint32_t there = sources.position(file_, question_.byte_of(file_, *from)).line;
    return there == here || there == here + 1;
  }

  bool can_be_read(std::string_view text, std::size_t at, std::size_t length, std::string_view quoted) const {
    std::string changed(text.substr(0, at));
    changed.append(quoted).append(text.substr(at + length));
    Sources sources;
    const std::uint32_t number = sources.add_file("", std::move(changed));
    return recover(
        [&] {
          load_yaml(sources, number, question_.context.budget);
          return true;
        },
        [&](const Error& error) {
          // A different error further down does not matter here.
          if (error.diagnostic.where == 0) return false;
          return sources.origin(error.diagnostic.where).begin > at + quoted.size() + 1;
        });
  }

  // A function that only a flavor has, such as a filter of Ansible in a template that is read as plain Jinja2.
  void switch_flavor() {
    const Mention* mention = question_.mention();
    if (mention == nullptr || mention->symbol != no_symbol || question_.entry(*mention) != nullptr) return;
    each_flavor(
        *question_.dialect, question_.find, [&](const Dialect& flavor, const Option& option, std::string_view value) {
          for (const std::string_view kind : flavor.language().kinds_of(mention->kind)) {
            if (flavor.functions().find(kind, mention->name) == nullptr) continue;
            std::string path = "/options";
            append_pointer_part(path, option.name);
            add("Evaluate as " + std::string(std::string_view(flavor.description().title)),
                "unknown-" + std::string(mention->kind), "changes", change(std::move(path), Value::string(value)));
            break;
          }
        });
  }

  Question& question_;
  const std::vector<OutlineNode>& outline_;
  const std::uint32_t file_;
  const std::uint32_t begin_;
  const std::uint32_t end_;
  const std::string& path_;
  List actions_;
  std::set<std::string> offered_;  // paths in the workspace
};

}  // namespace

List repairs(Question& question, const std::vector<OutlineNode>& outline, std::uint32_t file, std::uint32_t begin,
             std::uint32_t end) {
  return RepairFinder(question, outline, file, begin, end).find();
}

}  // namespace evalground
