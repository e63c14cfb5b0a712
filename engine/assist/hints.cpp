// Hints and quick fixes. A hint is found without an evaluation: unused names, tabs in YAML, duplicate keys, text that
// looks like another language. A quick fix comes from three sources: these hints, the check of a document, and the last
// evaluation, whose outcome the editor sends along. Titles are unique, so the same fix from two sources is offered
// once.
#include "assist/hints.hpp"

#include <algorithm>
#include <unordered_set>

#include "assist/repairs.hpp"
#include "base/text/any_of.hpp"
#include "base/text/text.hpp"
#include "runtime/language/yaml_text.hpp"
#include "runtime/outcome_parts.hpp"

namespace evalground {
namespace {

// A document in the wrong language could otherwise have a hint on every line.
constexpr std::size_t most_hints = 100;

class HintFinder {
 public:
  explicit HintFinder(Question& question) : question_(question) {}

  std::vector<Diagnostic> find() {
    const Value* only = question_.request.find("file");
    if (only != nullptr) check_file(question_.file());
    find_unused();
    for (const auto& [name, content] : question_.workspace.files) {
      const bool is_asked = only == nullptr || (only->is_string() && name.as_string() == only->as_string());
      if (!is_asked || !name.is_string() || !content.is_string() ||
          !question_.language->reads(name.as_string(), question_.workspace)) {
        continue;
      }
      const auto file = question_.context.files.source(name.as_string());
      if (!file || question_.language->form_of(question_.context, *file) != Form::yaml) continue;
      find_tabs(*file);
      const YamlText yaml(question_.context, *file);
      if (yaml.root() == nullptr) continue;
      is_whole_ = yaml.is_whole();
      walk(yaml, *yaml.root());
    }
    for (const Remark& remark : question_.reading().remarks) {
      add(remark.at, remark.code, remark.message, remark.title, remark.replacement);
    }
    return std::move(found_);
  }

 private:
  void add(const Stretch& at, std::string_view code, std::string message, const std::string& title = {},
           const std::string& replacement = {}) {
    if (found_.size() == most_hints) return;
    Diagnostic hint;
    hint.severity = Severity::hint;
    hint.code = code;
    hint.message = std::move(message);
    hint.where = question_.context.sources.add({at.file, at.begin, at.end, Via::literal, 0, false});
    if (!title.empty()) hint.fixes.push_back({title, {{hint.where, replacement}}});
    found_.push_back(std::move(hint));
  }

  // What is wrong without a run, and which an editor shows whether or not the values for a run are there.
  void check_file(std::uint32_t file) {
    question_.context.diagnostics.clear();
    recover([&] { return question_.language->check(question_.context, file), true; },
            [&](const Error& error) { return question_.context.report(error.diagnostic), false; });
    for (Diagnostic& problem : question_.context.diagnostics) found_.push_back(std::move(problem));
    question_.context.diagnostics.clear();
    const Reading& reading = question_.reading();
    std::unordered_set<std::uint32_t> defined;
    for (const Mention& mention : reading.mentions) {
      if (mention.defines && mention.symbol != no_symbol) defined.insert(mention.symbol);
    }
    for (const Mention& mention : reading.mentions) {
      if (mention.at.file == file && !mention.defines && !is_known(mention, defined)) add_unknown(mention, defined);
    }
  }

  bool is_known(const Mention& mention, const std::unordered_set<std::uint32_t>& defined) const {
    if (!contains(question_.language->closed_kinds(), mention.kind)) return true;
    if (mention.symbol == no_symbol) return question_.entry(mention) != nullptr;
    return defined.contains(mention.symbol) || question_.reading().symbols[mention.symbol].is_fixed;
  }

  void add_unknown(const Mention& mention, const std::unordered_set<std::uint32_t>& defined) {
    const Reading& reading = question_.reading();
    std::string_view near;
    if (mention.symbol == no_symbol) {
      const FunctionCatalogue* all = mention.catalogue;
      near = (all != nullptr ? *all : question_.dialect->functions()).nearest(mention.kind, mention.name);
      near = near.substr(near.rfind('.') + 1);
    } else {
      const Symbol& own = reading.symbols[mention.symbol];
      std::vector<std::string_view> names;
      for (const std::uint32_t number : defined) {
        const Symbol& symbol = reading.symbols[number];
        if (symbol.kind == own.kind && symbol.scope == own.scope) names.push_back(symbol.name);
      }
      std::sort(names.begin(), names.end());
      near = nearest_name(mention.name, names).value_or("");
    }
    std::string message = "Unknown " + std::string(mention.kind) + " " + quote(mention.name) + ".";
    if (!near.empty()) message += " Did you mean " + quote(near) + "?";
    const std::size_t before = found_.size();
    add(mention.at, code_of(mention.kind), std::move(message), near.empty() ? "" : "Replace with " + quote(near),
        std::string(near));
    if (found_.size() > before) found_.back().severity = near.empty() ? Severity::warning : Severity::error;
  }

  static std::string_view code_of(std::string_view kind) {
    constexpr std::pair<std::string_view, std::string_view> codes[] = {
        {"function", "unknown-function"},   {"method", "unknown-method"},     {"operator", "unknown-operator"},
        {"parameter", "unknown-parameter"}, {"resource", "unknown-resource"}, {"condition", "invalid-condition"}};
    for (const auto& [name, code] : codes) {
      if (name == kind) return code;
    }
    return "unknown-function";
  }

  // A name counts as used when anything refers to it in any file that was read.
  void find_unused() {
    const Reading& reading = question_.reading();
    std::unordered_set<std::uint32_t> used;
    for (const Mention& mention : reading.mentions) {
      if (!mention.defines && mention.symbol != no_symbol) used.insert(mention.symbol);
    }
    for (const Mention& mention : reading.mentions) {
      if (!mention.defines || mention.symbol == no_symbol || used.contains(mention.symbol)) continue;
      const Symbol& symbol = reading.symbols[mention.symbol];
      if (!symbol.should_be_used || symbol.is_fixed) continue;
      add(mention.at, "unused", "The " + std::string(symbol.kind) + " " + quote(symbol.name) + " is not used.");
    }
  }

  // In the indentation only: within a line, a tab is allowed.
  void find_tabs(std::uint32_t file) {
    const std::string_view text = question_.context.sources.text(file);
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t at = begin;
      while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
      const std::string_view blank = text.substr(begin, at - begin);
      if (blank.find('\t') != std::string_view::npos && at < text.size() && text[at] != '\n') {
        std::string spaces;
        for (const char c : blank) spaces.append(c == '\t' ? 2 : 1, ' ');
        add({file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at)}, "tab",
            "YAML is not indented by tabs.", "Indent with spaces", spaces);
      }
      const std::size_t end = text.find('\n', at);
      if (end == std::string_view::npos) return;
      begin = end + 1;
    }
  }

  // Duplicate keys are a hint here, since the document may be too broken to be loaded, where they are an error.
  void walk(const YamlText& yaml, const YamlNode& node) {
    const Depth depth = question_.context.budget.enter();
    question_.context.budget.step();
    if (question_.language->is_for_others(node)) return;
    switch (node.kind) {
      case YamlNode::Kind::alias: return;
      case YamlNode::Kind::sequence:
        for (const YamlNode* item : node.items) walk(yaml, *item);
        return;
      case YamlNode::Kind::scalar: return find_foreign(yaml, node);
      case YamlNode::Kind::mapping: break;
    }
    std::unordered_set<std::string_view> keys;
    for (const auto& [key, value] : node.pairs) {
      // When a line was left out, it may have separated two documents.
      if (is_whole_ && is_scalar(*key) && !keys.insert(key->text).second) {
        add(yaml.inner(*key), "duplicate-key", "The key " + quote(key->text) + " comes twice in this map.");
      }
      walk(yaml, *value);
    }
  }

  // Finds text that another dialect would evaluate, but this one does not.
  void find_foreign(const YamlText& yaml, const YamlNode& node) {
    const std::string_view text = node.text;
    // A text of several lines is usually meant for another program: a script, a configuration file.
    if (text.find('\n') != std::string_view::npos) return;
    const std::size_t begin = text.find("{{");
    const bool is_tag = begin != std::string_view::npos && text.find("}}", begin) != std::string_view::npos;
    // Except `${{ … }}` of workflows and `{{ .Values… }}` of Go's templates.
    const bool is_template =
        is_tag && (begin == 0 || text[begin - 1] != '$') && !trim_start(text.substr(begin + 2)).starts_with('.');
    // Except `<%index%>`, a common form of placeholders.
    const bool is_query = text.starts_with("<%") && text.ends_with("%>") && trim(text.substr(2)).starts_with('$');
    if (!is_query && (!is_template || question_.language->reads_templates())) return;
    add(yaml.inner(node), "foreign-expression",
        std::string("This looks like an expression in ") + (is_query ? "<% … %>" : "{{ … }}") + "; " +
            std::string(std::string_view(question_.dialect->description().title)) + " takes it as plain text.");
  }

  Question& question_;
  bool is_whole_ = true;  // the text was parsed without leaving out lines
  std::vector<Diagnostic> found_;
};

Value action(std::string_view title, std::string_view code, List edits) {
  return Value::map({{"title", Value::string(title)},
                     {"kind", Value::string("quickfix")},
                     {"code", Value::string(code)},
                     {"edits", Value::list(std::move(edits))}});
}

// True when a span in the JSON of an outcome overlaps the range in that file.
bool touches(const Value* span, std::string_view file, std::uint64_t from, std::uint64_t to) {
  if (span == nullptr || !span->is_map()) return false;
  const Value* name = span->as_map().find("file");
  const Value* begin = span->as_map().find("from");
  const Value* end = span->as_map().find("to");
  if (name == nullptr || !name->is_string() || name->as_string() != file) return false;
  if (begin == nullptr || end == nullptr || begin->kind() != Kind::integer || end->kind() != Kind::integer)
    return false;
  return static_cast<std::uint64_t>(begin->as_integer()) <= to && static_cast<std::uint64_t>(end->as_integer()) >= from;
}

// What a check says, without evaluating. A document that is too long for its tree, or waits for the outside, has no
// fewer hints. Sets the outline if it could be made.
std::vector<Diagnostic> said_by_check(Question& question, std::vector<OutlineNode>& outline) {
  try {
    outline = question.dialect->outline(question.context);
  } catch (const Error&) {
    // What it had found until then is among the context's diagnostics.
  } catch (const LimitError&) {
  } catch (const Pending&) {
  }
  return std::move(question.context.diagnostics);
}

// Gathers the actions of a range, each title once.
class ActionFinder {
 public:
  ActionFinder(Question& question, std::uint32_t file, std::uint32_t begin, std::uint32_t end)
      : question_(question), file_(file), begin_(begin), end_(end) {}

  void add_fixes(const Diagnostic& diagnostic) {
    if (diagnostic.where == 0) return;
    const Origin& at = question_.context.sources.origin(diagnostic.where);
    if (at.file != file_ || at.begin > end_ || at.end < begin_) return;
    for (const Fix& fix : diagnostic.fixes) {
      List edits;
      for (const Fix::Edit& edit : fix.edits) {
        if (edit.where == 0) continue;
        const Origin& place = question_.context.sources.origin(edit.where);
        edits.push_back(edited({place.file, place.begin, place.end}, Value::string(edit.text)));
      }
      add(fix.title, diagnostic.code, std::move(edits));
    }
  }

  // Those that an outcome lists, which is JSON of the host.
  void add_last_fixes(const Value& diagnostics) {
    const std::string& path = question_.context.sources.path(file_);
    const std::uint64_t from = question_.context.sources.utf16_offset(file_, begin_);
    const std::uint64_t to = question_.context.sources.utf16_offset(file_, end_);
    for (const Value& one : diagnostics.as_list()) {
      if (!one.is_map() || !touches(one.as_map().find("span"), path, from, to)) continue;
      const Value* fixes = one.as_map().find("fixes");
      const Value* code = one.as_map().find("code");
      if (fixes == nullptr || !fixes->is_list()) continue;
      const std::string_view its_code = code != nullptr && code->is_string() ? code->as_string() : "";
      for (const Value& fix : fixes->as_list()) add_last_fix(fix, its_code);
    }
  }

  void add_repairs(const std::vector<OutlineNode>& outline) {
    for (Value& one : repairs(question_, outline, file_, begin_, end_)) {
      // A problem may have brought the same.
      if (seen_.insert(std::string(one.as_map().find("title")->as_string())).second) actions_.push_back(std::move(one));
    }
  }

  List take() { return std::move(actions_); }

 private:
  void add(std::string_view title, std::string_view code, List edits) {
    if (seen_.insert(std::string(title)).second) actions_.push_back(action(title, code, std::move(edits)));
  }

  void add_last_fix(const Value& fix, std::string_view code) {
    if (!fix.is_map()) return;
    const Value* title = fix.as_map().find("title");
    const Value* edits = fix.as_map().find("edits");
    if (title == nullptr || edits == nullptr || !title->is_string() || !edits->is_list()) return;
    List list;
    for (const Value& edit : edits->as_list()) {
      if (!edit.is_map()) continue;
      const Value* text = edit.as_map().find("text");
      const std::optional<Stretch> place = place_of(edit.as_map().find("span"));
      if (place && text != nullptr) list.push_back(edited(*place, *text));
    }
    add(title->as_string(), code, std::move(list));
  }

  // Where a span of an outcome is.
  // The outcome comes from the outside, so nothing in it is trusted to have the right type.
  std::optional<Stretch> place_of(const Value* span) const {
    if (span == nullptr || !span->is_map()) return std::nullopt;
    const Value* name = span->as_map().find("file");
    const Value* from = span->as_map().find("from");
    const Value* to = span->as_map().find("to");
    if (name == nullptr || !name->is_string() || from == nullptr || to == nullptr) return std::nullopt;
    if (from->kind() != Kind::integer || to->kind() != Kind::integer) return std::nullopt;
    const bool is_expression = name->as_string() == expression_path;
    const auto number = is_expression ? std::optional(file_) : question_.context.files.source(name->as_string());
    if (!number) return std::nullopt;
    return Stretch{*number, question_.byte_of(*number, static_cast<std::uint64_t>(from->as_integer())),
                   question_.byte_of(*number, static_cast<std::uint64_t>(to->as_integer()))};
  }

  Value edited(const Stretch& place, const Value& text) const {
    Map value = question_.range(place).as_map();
    value.set("newText", text);
    return Value::map(std::move(value));
  }

  Question& question_;
  std::uint32_t file_;
  std::uint32_t begin_;
  std::uint32_t end_;
  List actions_;
  std::unordered_set<std::string> seen_;  // titles
};

}  // namespace

std::vector<Diagnostic> hints(Question& question) {
  return HintFinder(question).find();
}

Value code_actions(Question& question) {
  const std::uint32_t file = question.file();
  const std::uint32_t begin = question.offset();
  std::uint32_t end = begin;
  if (const Value* to = question.request.find("to"); to != nullptr) end = std::max(end, question.end_of(file, *to));
  const std::vector<Diagnostic> remarks = hints(question);
  ActionFinder actions(question, file, begin, end);
  std::vector<OutlineNode> outline;
  for (const Diagnostic& one : said_by_check(question, outline)) actions.add_fixes(one);
  for (const Diagnostic& one : remarks) actions.add_fixes(one);
  const Value* last = question.outcome("diagnostics");
  if (last != nullptr && last->is_list()) actions.add_last_fixes(*last);
  actions.add_repairs(outline);
  return Value::list(actions.take());
}

}  // namespace evalground
