// Completion for all languages. A dialect only describes the position (Language::at): which kinds of catalogue entries
// and symbols may stand there, whose data's keys, and which call encloses it. This file collects the candidates, and
// writes each so that it fits its surroundings: a function in its language's notation, a key inside existing quotes,
// `['a-b']` for a key that cannot follow a dot.
//
// Candidates whose name begins with the typed text come before those that contain it. At most `most_items` are
// returned; then the list is marked as incomplete, and the editor asks again after the next character.
#include "assist/complete.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "assist/arguments.hpp"
#include "assist/documentation.hpp"
#include "assist/words.hpp"
#include "base/text/any_of.hpp"

namespace evalground {
namespace {

constexpr std::size_t most_items = 300;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// 0: a prefix; 1: contained; 2: neither. Ignores case.
// A prefix is found by the same search, because the first place where the text occurs is then 0. An empty text is a
// prefix of everything.
int rank_of(std::string_view label, std::string_view typed) {
  const auto same = [](char a, char b) { return lower(a) == lower(b); };
  const auto found = std::search(label.begin(), label.end(), typed.begin(), typed.end(), same);
  if (found == label.begin()) return 0;
  return found == label.end() ? 2 : 1;
}

// True for a name that can follow a dot.
bool is_plain(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') && std::all_of(name.begin(), name.end(), fits);
}

// In a snippet `$1` is a place for the cursor, so a name such as `$var` must have its dollar escaped.
std::string escaped_snippet(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '$' || c == '}' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

// True for a map of which only the keys are known.
bool has_only_names(const Value& value) {
  if (!value.is_map() || value.sensitive() || value.as_map().empty()) return false;
  for (const auto& [name, one] : value.as_map()) {
    if (!one.is_undefined() && !one.is_null()) return false;
  }
  return true;
}

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

// `base: *de¦`: completes an alias of YAML in any dialect.
// `*` also multiplies in expressions: it begins an alias only where a YAML value can begin.
std::optional<Caret> alias_caret(Question& question) {
  if (question.language->form() != Form::yaml) return std::nullopt;
  const std::uint32_t file = question.file();
  const std::uint32_t offset = question.offset();
  const std::string_view text = question.context.sources.text(file);
  std::uint32_t begin = offset;
  while (begin > 0 && is_word_byte(text[begin - 1])) --begin;
  if (begin == 0 || text[begin - 1] != '*') return std::nullopt;
  std::size_t before = begin - 1;
  while (before > 0 && text[before - 1] == ' ') --before;
  const char last = before == 0 ? '\n' : text[before - 1];
  const bool is_behind_blank = before < begin - 1;
  const bool begins_value = is_behind_blank ? std::string_view(":-[,{\n").find(last) != std::string_view::npos
                                            : std::string_view("[,{").find(last) != std::string_view::npos;
  if (!begins_value) return std::nullopt;
  Caret caret;
  caret.word = {file, begin, offset};
  caret.symbols.push_back("anchor");
  caret.scope = question.context.sources.path(file);
  return caret;
}

// Collects candidates in `items_` from five sources: keys of data, offers of the dialect, arguments, symbols,
// catalogue. add() filters each by the typed text, and the first one of a kind and name wins. With `label`, only that
// candidate is wanted, with its documentation: an editor asks so when the user looks at it, because documentation of
// hundreds is long.
class Completer {
 public:
  explicit Completer(Question& question) : question_(question) {
    const std::optional<Caret> alias = alias_caret(question);
    cursor_ = alias ? *alias
                    : question.language->at(question.context, question.reading(), question.file(), question.offset());
    typed_ = question.text(cursor_.word);
    // The typed part ends at the position, but the whole word is replaced.
    const std::uint32_t offset = question.offset();
    if (offset >= cursor_.word.begin && offset < cursor_.word.end) {
      typed_ = question.text({cursor_.word.file, cursor_.word.begin, offset});
    }
    if (const Value* label = question.request.find("label"); label != nullptr && label->is_string()) {
      only_ = label->as_string();
    }
    if (question.language->form() == Form::yaml && cursor_.calls_as != Calls::parentheses) find_surroundings();
  }

  Value complete() {
    add_keys();
    for (const Offer& offer : cursor_.offers) {
      add({.label = offer.label,
           .kind = offer.kind,
           .detail = offer.detail,
           .written = offer.insert.empty() ? offer.label : offer.insert,
           .is_snippet = offer.insert.find("$") != std::string::npos && offer.kind == "keyword",
           .order = offer.is_last ? "3" : "1"});
    }
    add_arguments();
    add_symbols();
    add_catalogue();
    std::stable_sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) {
      return a.rank != b.rank ? a.rank < b.rank : a.order != b.order ? a.order < b.order : a.label < b.label;
    });
    List list;
    for (const Item& item : items_) {
      if (list.size() == most_items) break;
      list.push_back(item.value);
    }
    const bool is_cut = items_.size() > most_items;
    return Value::map({{"items", Value::list(std::move(list))}, {"isIncomplete", Value::boolean(is_cut)}});
  }

 private:
  struct Item {
    int rank;
    std::string_view order;
    std::string label;
    Value value;
  };

  // Looks at the characters around a word in YAML, which may already be the key of a map.
  void find_surroundings() {
    const std::string_view text = question_.context.sources.text(cursor_.word.file);
    std::uint32_t& end = cursor_.word.end;
    const auto goes_on = [&](std::size_t at) {
      if (is_word_byte(text[at])) return true;
      if (cursor_.calls_as == Calls::bare || at + 1 >= text.size()) return false;
      // `OS::Nova::Server`, `tosca.nodes.Root`
      return (text[at] == '.' || text[at] == ':') && (is_word_byte(text[at + 1]) || text[at + 1] == ':');
    };
    while (end < text.size() && goes_on(end)) ++end;
    if (cursor_.word.begin > 0) {
      const char before = text[cursor_.word.begin - 1];
      if (before == '\'' || before == '"') quote_ = before;
    }
    is_closed_ = quote_ != 0 && end < text.size() && text[end] == quote_;
    const std::size_t behind = end + (is_closed_ ? 1 : 0);
    has_colon_ = behind < text.size() && text[behind] == ':';
  }

  // The text of a key that fits its surroundings: inside existing quotes, quoted where YAML would read it as something
  // else, and without a second colon.
  std::string key_text(const std::string& name, const std::string& rest, Stretch& replaced) const {
    const bool needs_quotes = quote_ == 0 && (name[0] == '@' || name[0] == '%');
    if (needs_quotes) return "'" + name + "'" + (has_colon_ ? "" : rest);
    if (has_colon_) return name;
    if (quote_ == 0) return name + rest;
    if (is_closed_) ++replaced.end;
    return name + quote_ + rest;
  }

  // Adds the names of arguments of the enclosing call, except those already given.
  void add_arguments() {
    if (cursor_.names_argument.empty() || cursor_.calls.empty()) return;
    const CallAround& call = cursor_.calls.back();
    const std::size_t by_place = call.argument - std::min(call.argument, call.given.size());
    for (const auto* entry : question_.entries(call.kind, call.name, call.catalogue)) {
      for (std::size_t at = by_place; at < entry->signature.parameters.size(); ++at) {
        const Parameter& parameter = entry->signature.parameters[at];
        const bool is_given = std::find(call.given.begin(), call.given.end(), parameter.name) != call.given.end();
        if (parameter.is_rest || parameter.is_keywords || is_given) continue;
        std::string name(parameter.name);
        name += cursor_.names_argument;
        std::string detail(parameter.type);
        if (parameter.fallback) detail.append(" = ").append(*parameter.fallback);
        add({.label = name,
             .kind = "argument",
             .detail = detail,
             .written = name,
             .order = "1",
             .documentation = only_.empty() ? std::string() : documentation(*entry, parameter)});
      }
    }
  }

  // `order` sorts within a rank: keys of data first, then what the position offers, functions, and fallbacks last.
  struct Proposal {
    std::string label;
    std::string_view kind;
    std::string detail;
    std::string written;
    bool is_snippet = false;
    std::string_view order = "0";  // sorts items of the same rank
    std::string documentation = {};
    Stretch replaced = {};  // empty: the word at the position
  };

  void add(Proposal proposal) {
    auto& [label, kind, detail, written, is_snippet, order, documentation, replaced] = proposal;
    question_.context.budget.step();
    const int rank = rank_of(label, typed_);
    if (rank == 2 || label.empty()) return;
    if (!only_.empty() && label != only_) return;
    if (!seen_.insert(std::string(kind) + " " + label).second) return;
    if (replaced.end == 0) replaced = cursor_.word;
    std::string insert = written;
    const std::string_view behind = std::string_view(written).substr(std::min(label.size(), written.size()));
    if (behind.starts_with(": ") && written.starts_with(label)) insert = key_text(label, std::string(behind), replaced);
    Map item{{"label", Value::string(label)},
             {"kind", Value::string(completion_kind(kind))},
             {"is", Value::string(kind)},
             {"insertTextFormat", Value::string(is_snippet ? "Snippet" : "PlainText")},
             {"sortText", Value::string(std::string(1, static_cast<char>('0' + rank)) + std::string(order) + label)}};
    if (!detail.empty()) {
      question_.context.secrets.redact(detail);
      item.set("detail", Value::string(detail));
    }
    if (!documentation.empty()) item.set("documentation", Value::string(documentation));
    Map edit = question_.range(replaced).as_map();
    edit.set("newText", Value::string(insert));
    item.set("textEdit", Value::map(std::move(edit)));
    items_.push_back({rank, order, std::move(label), Value::map(std::move(item))});
  }

  void add_keys() {
    if (!cursor_.data.is_map() || cursor_.data.sensitive()) return;
    const std::string_view text = question_.context.sources.text(cursor_.word.file);
    const bool is_behind_dot = cursor_.word.begin > 0 && text[cursor_.word.begin - 1] == '.';
    for (const auto& [key, value] : cursor_.data.as_map()) {
      if (items_.size() > 2 * most_items) return;
      if (!key.is_string()) continue;
      const std::string name(key.as_string());
      const bool has_value = !value.is_null() && !value.is_undefined() && !value.sensitive() && !has_only_names(value);
      const std::string detail = has_value ? question_.shown(value, 60) : std::string();
      if (!is_behind_dot || is_plain(name)) {
        add({.label = name, .kind = "property", .detail = detail, .written = name});
        continue;
      }
      // A name that cannot follow a dot is inserted as an index in place of the dot.
      std::string quoted = "['";
      for (const char c : name) {
        if (c == '\'' || c == '\\') quoted += '\\';
        quoted += c;
      }
      const Stretch with_dot{cursor_.word.file, cursor_.word.begin - 1, cursor_.word.end};
      add({.label = name, .kind = "property", .detail = detail, .written = quoted + "']", .replaced = with_dot});
    }
  }

  void add_symbols() {
    for (const Symbol& symbol : question_.reading().symbols) {
      if (std::find(cursor_.symbols.begin(), cursor_.symbols.end(), symbol.kind) == cursor_.symbols.end()) continue;
      if (!cursor_.scope.empty() && symbol.scope != cursor_.scope) continue;
      // Do not offer a symbol that is only read, perhaps by just the word at this position.
      const bool is_known = defined().count(&symbol - question_.reading().symbols.data()) > 0;
      if (!is_known && !symbol.is_fixed) continue;
      const std::string text = only_.empty() ? std::string() : documentation(symbol, question_);
      std::string detail = symbol.detail.substr(0, symbol.detail.find('\n'));
      detail.erase(std::remove(detail.begin(), detail.end(), '`'), detail.end());
      add({.label = symbol.name, .kind = symbol.kind, .detail = detail, .written = symbol.name, .documentation = text});
    }
  }

  const std::unordered_set<std::ptrdiff_t>& defined() {
    if (!defined_.empty()) return defined_;
    for (const Mention& mention : question_.reading().mentions) {
      if (mention.defines && mention.symbol != no_symbol) defined_.insert(mention.symbol);
    }
    return defined_;
  }

  void add_catalogue() {
    if (cursor_.catalogues.empty()) cursor_.catalogues.push_back(&question_.dialect->functions());
    for (const std::string_view kind : cursor_.kinds) {
      for (const std::string_view one : question_.language->kinds_of(kind)) {
        for (const FunctionCatalogue* catalogue : cursor_.catalogues) {
          for (const FunctionCatalogue::Entry& entry : catalogue->entries()) {
            const bool may_stand = cursor_.takes == nullptr || cursor_.takes(entry, cursor_);
            if (entry.function->kind == one && may_stand) add_entry(entry, kind);
          }
        }
      }
    }
  }

  void add_entry(const FunctionCatalogue::Entry& entry, std::string_view kind) {
    std::string name(entry.signature.name);
    if (const std::size_t dot = name.rfind('.'); dot != std::string::npos) {
      if (kind == "global") return;  // `loop.cycle`: a member of one
      if (kind == "method") name.erase(0, dot + 1);
    }
    if (name.find(' ') != std::string::npos || name.empty()) return;
    if (name.starts_with("__") && !typed_.starts_with('_')) return;
    const std::string text = only_.empty() ? std::string() : documentation(entry);
    add({.label = name,
         .kind = kind,
         .detail = std::string(entry.function->signature),
         .written = insert_of(entry, kind, name),
         .is_snippet = true,
         .order = "2",
         .documentation = text});
    if (items_.empty() || items_.back().label != name) return;
    if (!entry.function->summary.empty()) {
      items_.back().value.edit_map().set("summary", Value::string(entry.function->summary));
    }
  }

  // The text with fields: `split(${1:by})`; of filters and methods the first parameter stands before.
  std::string insert_of(const FunctionCatalogue::Entry& entry, std::string_view kind, const std::string& name) const {
    const std::string escaped = escaped_snippet(name);
    constexpr std::string_view bare_kinds[] = {"statement", "special-key", "keyword",
                                               "variable",  "lookup",      "directive"};
    const bool takes_none = cursor_.calls_as == Calls::bare || contains(bare_kinds, kind);
    if (cursor_.calls_as == Calls::key && (kind != "variable" && kind != "special-key" && kind != "lookup")) {
      return escaped + ": $0";
    }
    if (takes_none) return escaped;
    if (cursor_.calls_as == Calls::braces) return "{" + escaped + ": $0\\}";
    const bool has_receiver = kind == "filter" || kind == "test" || kind == "method";
    const std::string fields = fields_of(entry.signature, has_receiver ? 1 : 0);
    const bool is_called = kind == "function" || kind == "global" || kind == "method";
    if (fields.empty()) return is_called ? escaped + "($0)" : escaped;
    return escaped + "(" + fields + ")";
  }

  // Fields for the parameters from `first` on that must be given.
  static std::string fields_of(const Signature& signature, std::size_t first) {
    std::string fields;
    int number = 0;
    for (std::size_t at = first; at < signature.parameters.size(); ++at) {
      const Parameter& parameter = signature.parameters[at];
      if (parameter.fallback || parameter.is_rest || parameter.is_keywords) continue;
      fields += (fields.empty() ? "" : ", ") + std::string("${") + std::to_string(++number) + ":" +
                escaped_snippet(parameter.name) + "}";
    }
    return fields;
  }

  Question& question_;
  Caret cursor_;
  std::string_view typed_;
  std::string only_;
  char quote_ = 0;          // the quote before the word; 0 when absent
  bool is_closed_ = false;  // the same quote follows the word
  bool has_colon_ = false;  // the key already has its colon
  std::vector<Item> items_;
  std::unordered_set<std::string> seen_;
  std::unordered_set<std::ptrdiff_t> defined_;
};

// `when:¦`: directly behind the colon of a key, with nothing else on the line. A value needs a blank before it.
bool is_behind_key(Question& question) {
  const std::uint32_t file = question.file();
  const std::string_view text = question.context.sources.text(file);
  const std::uint32_t offset = question.offset();
  if (offset == 0 || text[offset - 1] != ':') return false;
  const std::size_t line = text.substr(0, offset).rfind('\n') + 1;
  std::string_view key = text.substr(line, offset - 1 - line);
  while (key.starts_with(' ') || key.starts_with("- ")) key.remove_prefix(1);
  const std::size_t next = text.find_first_not_of(' ', offset);
  const bool ends_line = next == std::string_view::npos || text[next] == '\n' || text[next] == '\r';
  const auto fits = [](char c) { return is_word_byte(c) || c == '.'; };
  return ends_line && !key.empty() && std::all_of(key.begin(), key.end(), fits) &&
         question.language->form_of(question.context, file) == Form::yaml;
}

// The request with a blank at the position, and the position behind it; nothing for a text that is in no file.
std::optional<Map> with_blank(Question& question) {
  const std::uint32_t file = question.file();
  const Value path = Value::string(question.context.sources.path(file));
  Map workspace = question.request.find("workspace")->as_map();
  const Value* files = workspace.find("files");
  if (files == nullptr || !files->is_map() || !files->as_map().contains(path)) return std::nullopt;
  std::string text(question.context.sources.text(file));
  text.insert(question.offset(), " ");
  Map changed = files->as_map();
  changed.set(path, Value::string(text));
  workspace.set("files", Value::map(std::move(changed)));
  const auto units = static_cast<std::int64_t>(question.context.sources.utf16_offset(file, question.offset()));
  Map request = question.request;
  request.set("workspace", Value::map(std::move(workspace)));
  request.set("at", Value::map({{"file", path}, {"offset", Value::integer(units + 1)}}));
  return request;
}

// The items of an answer about the document with a blank, as edits of the original, which insert the blank.
Value without_blank(const Question& question, std::uint32_t file, std::uint32_t offset, const Value& answer) {
  const Value place = question.range({file, offset, offset});
  List items;
  for (const Value& one : answer.as_map().find("items")->as_list()) {
    Map item = one.as_map();
    Map edit = place.as_map();
    edit.set("newText", Value::string(" " + std::string(item.find("textEdit")->as_map().find("newText")->as_string())));
    item.set("textEdit", Value::map(std::move(edit)));
    items.push_back(Value::map(std::move(item)));
  }
  Map result = answer.as_map();
  result.set("items", Value::list(std::move(items)));
  return Value::map(std::move(result));
}

}  // namespace

Value complete(Question& question) {
  if (is_behind_key(question)) {
    if (const std::optional<Map> request = with_blank(question)) {
      Question behind_blank(*request, question.find);
      const Value answer = Completer(behind_blank).complete();
      return without_blank(question, question.file(), question.offset(), answer);
    }
  }
  return Completer(question).complete();
}

}  // namespace evalground
