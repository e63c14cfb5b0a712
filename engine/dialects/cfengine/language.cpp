#include "dialects/cfengine/language.hpp"

#include <algorithm>

#include "dialects/cfengine/catalogue.hpp"
#include "dialects/cfengine/policy/policy.hpp"
#include "dialects/cfengine/policy_pieces.hpp"
#include "dialects/cfengine/policy_words.hpp"
#include "runtime/language/yaml_text.hpp"
#include "value/map.hpp"

namespace evalground::cfengine {
namespace {

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' || c == '.';
}

class PolicyNames {
 public:
  PolicyNames(Context& context, const Pieces& pieces, std::uint32_t file, Reading& reading)
      : context_(context), pieces_(pieces), file_(file), reading_(reading) {}

  void read(std::size_t count) {
    count_ = count;
    for (at_ = 0; at_ < count; ++at_) {
      context_.budget.step();
      read_piece();
    }
  }

  Caret cursor(const Reading& all, std::uint32_t offset) {
    Caret cursor;
    const std::string_view text = context_.sources.text(file_);
    const std::size_t count = pieces_before(pieces_, offset);
    const Piece* typed = count < pieces_.size() && pieces_[count].begin < offset ? &pieces_[count] : nullptr;
    cursor.word = {file_, offset, offset};
    if (typed != nullptr && typed->kind == Piece::Kind::comment) return cursor;
    read(count);
    add_calls(cursor, all, count);
    if (reference_cursor(cursor, all, text, offset)) return cursor;
    if (typed != nullptr && typed->kind == Piece::Kind::text) {
      string_cursor(cursor, all, text, *typed, offset, count);
      return cursor;
    }
    if (typed != nullptr && typed->kind == Piece::Kind::name) {
      cursor.word = {file_, typed->begin, std::max(typed->end, offset)};
    }
    word_cursor(cursor, all, count);
    return cursor;
  }

 private:
  Stretch stretch(const Piece& piece) const { return {file_, piece.begin, piece.end}; }
  const Piece* piece(std::size_t at) const { return at < pieces_.size() ? &pieces_[at] : nullptr; }

  // Within `$(…)`: a variable, or a key of one, `$(server[name][¦`.
  bool reference_cursor(Caret& cursor, const Reading& all, std::string_view text, std::uint32_t offset) {
    std::uint32_t begin = offset;
    while (begin > 0 && is_name_byte(text[begin - 1])) --begin;
    const auto is_opened = [&](std::size_t at) {
      return at >= 2 && (text[at - 1] == '(' || text[at - 1] == '{') && (text[at - 2] == '$' || text[at - 2] == '@');
    };
    if (is_opened(begin)) {
      cursor.word = {file_, begin, offset};
      add_variables(cursor, all, {});
      return true;
    }
    if (begin == 0 || text[begin - 1] != '[') return false;
    std::size_t name = begin - 1;
    while (name > 0 && (is_name_byte(text[name - 1]) || text[name - 1] == '[' || text[name - 1] == ']')) --name;
    if (!is_opened(name)) return false;
    std::string_view path = text.substr(name, begin - 1 - name);
    const std::string_view variable = path.substr(0, path.find('['));
    const std::size_t dot = variable.find('.');
    const bool is_scoped = dot != std::string_view::npos;
    const Symbol* found = all.find("variable", is_scoped ? variable.substr(0, dot) : std::string_view(bundle_),
                                   is_scoped ? variable.substr(dot + 1) : variable);
    cursor.word = {file_, begin, offset};
    if (found == nullptr) return true;
    Value value = found->value;
    path.remove_prefix(variable.size());
    while (path.starts_with('[')) {
      const std::size_t end = std::min(path.find(']'), path.size());
      value = item_of(value, path.substr(1, end - 1));
      path.remove_prefix(std::min(end + 1, path.size()));
    }
    cursor.data = value;
    return true;
  }

  void string_cursor(Caret& cursor, const Reading& all, std::string_view text, const Piece& typed, std::uint32_t offset,
                     std::size_t count) {
    std::uint32_t begin = offset;
    while (begin > typed.begin && is_name_byte(text[begin - 1])) --begin;
    const Piece* before = count > 0 ? &pieces_[count - 1] : nullptr;
    cursor.word = {file_, typed.begin + 1, offset};
    const bool is_class_place = attribute_ == "if" || attribute_ == "unless" || attribute_ == "expression" ||
                                attribute_ == "and" || attribute_ == "or" || attribute_ == "not" ||
                                attribute_ == "ifvarclass";
    if (is_in_call()) {
      if (!cursor.calls.empty() && takes_variable(cursor.calls.back())) add_variables(cursor, all, {});
    } else if (is_class_place) {
      cursor.word = {file_, begin, offset};
      cursor.symbols.push_back("class");
      add_classes(cursor, all, "");
    } else if (const auto words = values_of(attribute_); !words.empty()) {
      for (const std::string_view word : words)
        cursor.offers.push_back({std::string(word), "value", "of " + attribute_});
    } else if (attribute_ == "usebundle" || (before != nullptr && attribute_ == "bundlesequence")) {
      add_bundles(cursor, all);
    } else if (attribute_ == "inputs") {
      for (const auto& [name, content] : context_.workspace.files) {
        if (name.is_string()) cursor.offers.push_back({std::string(name.as_string()), "file"});
      }
    }
  }

  // The own ones first; those of bodies are theirs alone.
  void add_variables(Caret& cursor, const Reading& all, std::string_view prefix) const {
    std::vector<bool> is_defined(all.symbols.size());
    for (const Mention& mention : all.mentions) {
      if (mention.defines && mention.symbol != no_symbol) is_defined[mention.symbol] = true;
    }
    const std::string own = bundle_.empty() ? "body " + body_ : bundle_;
    for (std::size_t at = 0; at < all.symbols.size(); ++at) {
      const Symbol& symbol = all.symbols[at];
      if (symbol.kind != "variable" || !is_defined[at]) continue;
      const bool is_own = symbol.scope == own;
      if (!is_own && (symbol.scope.empty() || symbol.scope.starts_with("body "))) continue;
      std::string name = is_own ? symbol.name : symbol.scope + "." + symbol.name;
      cursor.offers.push_back({std::string(prefix) + name, "variable", "of " + symbol.scope, {}, !is_own});
    }
    for (const std::string_view name : special_variables) {
      cursor.offers.push_back({std::string(prefix) + std::string(name), "variable", "special", {}, true});
    }
  }

  // Of an argument that is the name of a variable.
  static bool takes_variable(const CallAround& call) {
    const auto* entry = functions().find("function", call.name);
    if (entry == nullptr) return false;
    const auto& parameters = entry->signature.parameters;
    const std::size_t at = std::min(call.argument, parameters.size());
    if (at == parameters.size())
      return !parameters.empty() && parameters.back().is_rest && parameters.back().type == "collection";
    return parameters[at].type == "collection" || parameters[at].name == "variable" || parameters[at].name == "array";
  }

  // Classes that nobody here defines: hard ones, and those that the workspace gives.
  void add_classes(Caret& cursor, const Reading& all, std::string_view ending) const {
    const auto add = [&](std::string_view name, std::string_view detail) {
      cursor.offers.push_back({std::string(name) + std::string(ending), "class", std::string(detail), {}, true});
    };
    if (!ending.empty()) {
      for (const Symbol& symbol : all.symbols) {
        if (symbol.kind == "class" && !symbol.is_fixed)
          cursor.offers.push_back({symbol.name + std::string(ending), "class"});
      }
    }
    for (const Value& name : context_.workspace.classes) {
      if (name.is_string()) add(name.as_string(), "given");
    }
    for (const std::string_view name : hard_classes) add(name, "hard class");
  }

  // Those that can be called.
  static void add_bundles(Caret& cursor, const Reading& all) {
    for (const Symbol& symbol : all.symbols) {
      const bool is_called = symbol.kind == "bundle" && (symbol.detail == "agent" || symbol.detail == "common");
      if (is_called) cursor.offers.push_back({symbol.name, "bundle", symbol.detail});
    }
  }

  void word_cursor(Caret& cursor, const Reading& all, std::size_t count) {
    const Piece* before = count > 0 ? piece(count - 1) : nullptr;
    const std::string_view last = before != nullptr ? std::string_view(before->text) : "";
    if (bundle_.empty() && body_.empty()) {
      if (last == "bundle") {
        for (const std::string_view word : bundle_types) cursor.offers.push_back({std::string(word), "keyword"});
      } else if (last == "body") {
        for (const std::string_view word : body_types()) cursor.offers.push_back({std::string(word), "keyword"});
      } else if (count > 1 && pieces_[count - 2].is("body")) {
        cursor.offers.push_back({"control", "keyword", "settings"});
      } else if (before == nullptr || last == "}") {
        cursor.offers.push_back({"bundle", "keyword", "a group of promises", "bundle agent ${1:name}\n{\n  $0\n}"});
        cursor.offers.push_back({"body", "keyword", "a group of attributes", "body ${1:type} ${2:name}\n{\n  $0\n}"});
      }
      return;
    }
    if (last == "=>" || last == "{" || last == "(" || last == ",") {
      if (last == "{" && !is_value_) return begin_part(cursor, all);
      if (!is_in_call() && attribute_ == "usebundle") return add_bundles(cursor, all);
      if (!is_in_call() && (takes_edit_bundle(attribute_) || takes_body(attribute_))) {
        const bool is_body = takes_body(attribute_);
        for (const Symbol& symbol : all.symbols) {
          const bool fits = is_body ? symbol.kind == "body" && symbol.scope == attribute_
                                    : symbol.kind == "bundle" && symbol.detail == attribute_;
          if (!fits || symbol.detail.empty()) continue;
          cursor.offers.push_back({symbol.name, symbol.kind, symbol.detail});
        }
        return;
      }
      cursor.kinds.push_back("function");
      return;
    }
    const bool begins_promise = last == ";" || (before != nullptr && before->kind == Piece::Kind::edge);
    if (begins_promise) return begin_part(cursor, all);
    if (!section_.empty()) {
      for (const std::string_view name : attributes_of_promises(section_)) {
        cursor.offers.push_back({std::string(name), "attribute", "of " + section_, std::string(name) + " => "});
      }
      for (const std::string_view name : any_attributes) {
        cursor.offers.push_back({std::string(name), "attribute", "of any promise", std::string(name) + " => "});
      }
    }
  }

  // Where a promise of a bundle, or an attribute of a body, begins.
  void begin_part(Caret& cursor, const Reading& all) const {
    if (bundle_.empty()) {
      for (const std::string_view name : attributes_of_bodies(type_, body_)) {
        cursor.offers.push_back({std::string(name), "attribute", "of " + type_, std::string(name) + " => "});
      }
    } else {
      for (const std::string_view type : promise_types_of(type_)) {
        cursor.offers.push_back({std::string(type) + ":", "keyword", std::string(about_promises(type))});
      }
    }
    add_classes(cursor, all, "::");
  }

  void add_calls(Caret& cursor, const Reading& all, std::size_t count) const {
    for (const OpenBracket& bracket : open_brackets(pieces_, count)) {
      if (!pieces_[bracket.at].is("(") || bracket.at == 0) continue;
      const Piece& callee = pieces_[bracket.at - 1];
      if (callee.kind != Piece::Kind::name) continue;
      CallAround call;
      call.name = callee.text;
      call.argument = bracket.commas;
      call.kind = "function";
      if (bracket.at > 2 && pieces_[bracket.at - 2].is("=>")) {
        const std::string& attribute = pieces_[bracket.at - 3].text;
        for (std::size_t at = 0; at < all.symbols.size(); ++at) {
          const Symbol& symbol = all.symbols[at];
          const bool is_meant = attribute == "usebundle" || takes_edit_bundle(attribute)
                                    ? symbol.kind == "bundle"
                                    : symbol.kind == "body" && symbol.scope == attribute;
          if (is_meant && symbol.name == callee.text) {
            call.kind = symbol.kind;
            call.symbol = static_cast<std::uint32_t>(at);
          }
        }
      }
      cursor.calls.push_back(std::move(call));
    }
  }

  void read_piece() {
    const Piece& now = pieces_[at_];
    switch (now.kind) {
      case Piece::Kind::comment: return;
      case Piece::Kind::open:
        brackets_.push_back(now.text[0]);
        if (now.is("{")) ++depth_;
        is_value_ = depth_ > 1;
        return;
      case Piece::Kind::close:
        if (!brackets_.empty()) brackets_.pop_back();
        if (now.is("}")) {
          if (depth_ == 1 && owner_ != no_symbol) end_owner(now);
          if (depth_ > 0) --depth_;
          is_value_ = depth_ > 1;
          if (depth_ > 0) return;
          bundle_.clear();
          body_.clear();
          section_.clear();
        }
        return;
      case Piece::Kind::edge: return read_edge(now);
      case Piece::Kind::text: return read_string(now);
      case Piece::Kind::name: return read_word(now);
      case Piece::Kind::sign:
        if (now.is(";")) {
          promiser_ = nullptr;
          attribute_.clear();
        }
        if (now.text.size() > 2 && (now.text[0] == '$' || now.text[0] == '@')) read_references(now);
        return;
      default: return;
    }
  }

  // The definition of a bundle or body ends with its brace.
  void end_owner(const Piece& brace) {
    for (std::size_t at = reading_.mentions.size(); at-- > 0;) {
      Mention& mention = reading_.mentions[at];
      if (mention.symbol != owner_ || !mention.defines) continue;
      mention.whole.end = brace.end;
      break;
    }
    owner_ = no_symbol;
  }

  void read_edge(const Piece& now) {
    promiser_ = nullptr;
    attribute_.clear();
    if (now.text.ends_with("::")) return read_classes(now.text, now.begin);
    section_ = now.text.substr(0, now.text.find(':'));
    while (!section_.empty() && section_.back() == ' ') section_.pop_back();
    if (about_promises(section_).empty()) return reading_.name("promise-type", section_, stretch(now));
    const std::uint32_t symbol = reading_.symbol("promise-type", "", section_);
    reading_.symbols[symbol].is_fixed = true;
    reading_.symbols[symbol].detail = about_promises(section_);
    reading_.refer(symbol, stretch(now));
  }

  // The names in a class expression.
  void read_classes(std::string_view text, std::uint32_t begin) {
    for (std::size_t at = 0; at < text.size();) {
      const bool begins =
          (text[at] >= 'a' && text[at] <= 'z') || (text[at] >= 'A' && text[at] <= 'Z') || text[at] == '_';
      if (text[at] == '$') {
        const std::size_t end = reference_end(text, at);
        at = end == 0 ? at + 1 : end;
        continue;
      }
      if (!begins) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < text.size() && text[end] != '.' && text[end] != ':' && is_name_byte(text[end])) ++end;
      const std::uint32_t symbol = reading_.symbol("class", "", text.substr(at, end - at));
      if (std::find(std::begin(hard_classes), std::end(hard_classes), text.substr(at, end - at)) !=
          std::end(hard_classes)) {
        reading_.symbols[symbol].is_fixed = true;
        reading_.symbols[symbol].detail = "hard class";
      }
      reading_.refer(symbol, {file_, begin + static_cast<std::uint32_t>(at), begin + static_cast<std::uint32_t>(end)});
      at = end;
    }
  }

  void read_references(const Piece& now) { read_references(now.text, now.begin); }

  void read_references(std::string_view text, std::uint32_t begin) {
    const Depth depth = context_.budget.enter();
    for (std::size_t at = text.find_first_of("$@"); at != std::string_view::npos; at = text.find_first_of("$@", at)) {
      context_.budget.step();
      const std::size_t end = reference_end(text, at);
      if (end == 0) {
        ++at;
        continue;
      }
      const std::string_view inner = text.substr(at + 2, end - at - 3);
      const std::size_t stop = inner.find_first_of("[$");
      std::string_view name = inner.substr(0, stop);
      std::uint32_t from = begin + static_cast<std::uint32_t>(at) + 2;
      const std::uint32_t name_end = from + static_cast<std::uint32_t>(name.size());
      std::string scope = bundle_;
      if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
        scope = name.substr(0, dot);
        name.remove_prefix(dot + 1);
        if (const Symbol* bundle = reading_.find("bundle", "", scope); bundle != nullptr) {
          reading_.refer(reading_.symbol("bundle", "", scope), {file_, from, from + static_cast<std::uint32_t>(dot)});
        }
        from += static_cast<std::uint32_t>(dot) + 1;
      }
      const bool is_special = scope == "sys" || scope == "this" || scope == "const" || scope == "match" ||
                              scope == "def" || scope == "edit" || scope == "mon";
      if (!name.empty() && from < name_end) {
        const std::uint32_t symbol = reading_.symbol("variable", scope, name);
        if (is_special) reading_.symbols[symbol].is_fixed = true;
        if (is_special && scope != "def") reading_.symbols[symbol].detail = "special, of `" + scope + "`";
        reading_.refer(symbol, {file_, from, name_end});
      }
      if (stop != std::string_view::npos) {
        read_references(inner.substr(stop), begin + static_cast<std::uint32_t>(at + 2 + stop));
      }
      at = end;
    }
  }

  void read_string(const Piece& now) {
    const std::string_view inner = without_quotes(now.text);
    read_references(now.text, now.begin);
    const Stretch at{file_, now.begin + 1, now.begin + 1 + static_cast<std::uint32_t>(inner.size())};
    const bool is_plain = !inner.empty() && std::all_of(inner.begin(), inner.end(), is_name_byte);
    if (depth_ == 1 && promiser_ == nullptr && !bundle_.empty()) {
      promiser_ = &now;
      if (!is_plain) {
        if (section_ == "vars") add_element(inner);
        return;
      }
      if (section_ == "vars" || section_ == "meta") {
        const std::size_t dot = inner.find('.');
        if (dot != std::string_view::npos) return;
        const std::uint32_t symbol = reading_.symbol("variable", bundle_, inner);
        reading_.symbols[symbol].parent = owner_;
        describe(reading_.symbols[symbol]);
        reading_.define(symbol, at, at);
      } else if (section_ == "classes") {
        const std::uint32_t symbol = reading_.symbol("class", "", inner);
        reading_.symbols[symbol].parent = owner_;
        reading_.define(symbol, at, at);
      }
      return;
    }
    if (attribute_ == "if" || attribute_ == "unless" || attribute_ == "expression" || attribute_ == "and" ||
        attribute_ == "or" || attribute_ == "not" || attribute_ == "ifvarclass") {
      const bool is_expression = inner.find_first_of(" $/") == std::string_view::npos && !is_in_call();
      if (is_expression) read_classes(inner, now.begin + 1);
    } else if ((attribute_ == "usebundle" || attribute_ == "bundlesequence") && is_plain) {
      reading_.refer(reading_.symbol("bundle", "", inner), at);
    } else if (attribute_ == "inputs" && !inner.empty()) {
      reading_.refer(reading_.symbol("file", "", inner), at);
    }
  }

  // `"server[name]" string => "x"`: a key of an array. Its definition is the first of them.
  void add_element(std::string_view written) {
    const std::size_t open = written.find('[');
    if (open == std::string_view::npos || open == 0 || !written.ends_with(']')) return;
    const std::string_view name = written.substr(0, open);
    const std::string_view key = written.substr(open + 1, std::min(written.find(']'), written.size()) - open - 1);
    if (!std::all_of(name.begin(), name.end(), is_name_byte) || name.find('.') != std::string_view::npos) return;
    const std::uint32_t number = reading_.symbol("variable", bundle_, name);
    Symbol& array = reading_.symbols[number];
    if (!array.value.is_map()) {
      array.value = Value::map(Map());
      array.detail = "array";
      array.parent = owner_;
      const std::uint32_t begin = promiser_->begin + 1;
      const Stretch at{file_, begin, begin + static_cast<std::uint32_t>(name.size())};
      reading_.define(number, at, at);
    }
    if (key.find_first_of("$@") == std::string_view::npos) array.value.edit_map().set(key, Value::null());
  }

  // The type of a variable, and the keys of a container that is written out: `"d" data => '{"a": 1}'`.
  void describe(Symbol& variable) const {
    const Piece* type = piece(at_ + 1);
    const Piece* arrow = piece(at_ + 2);
    if (type == nullptr || arrow == nullptr || !arrow->is("=>")) return;
    variable.detail = "`" + type->text + "`";
    if (!type->is("data")) return;
    const Piece* value = piece(at_ + 3);
    if (value != nullptr && (value->is("parsejson") || value->is("parseyaml"))) value = piece(at_ + 5);
    if (value == nullptr || value->kind != Piece::Kind::text) return;
    // Only the keys: what a text of the document holds may be secret.
    std::string text(without_quotes(value->text));
    for (std::size_t at = text.find("\\\""); at != std::string::npos; at = text.find("\\\"", at)) text.erase(at, 1);
    Sources sources;
    const std::uint32_t number = sources.add_file("", std::move(text));
    variable.value = recover(
        [&] {
          const Document document = parse_yaml(sources, number, context_.budget);
          return document.root == nullptr ? Value() : shape_of(*document.root, context_.budget);
        },
        [](const Error&) { return Value(); });
  }

  bool is_in_call() const { return !brackets_.empty() && brackets_.back() == '('; }

  void read_word(const Piece& now) {
    const Piece* before = at_ > 0 ? &pieces_[at_ - 1] : nullptr;
    const Piece* after = piece(at_ + 1);
    if (depth_ == 0) return read_head(now);
    if (after != nullptr && after->is("=>")) {
      attribute_ = now.text;
      return reading_.name("attribute", now.text, stretch(now));
    }
    if ((attribute_ == "usebundle" || takes_edit_bundle(attribute_)) && before != nullptr && before->is("=>")) {
      return reading_.refer(reading_.symbol("bundle", "", now.text), stretch(now));
    }
    if (before != nullptr && before->is("=>")) {
      // A body, when there is one of that name, else a function.
      const bool is_function = functions().find("function", now.text) != nullptr;
      const bool is_value = attribute_ == "string" || attribute_ == "expression" || attribute_ == "slist" ||
                            attribute_ == "data" || attribute_ == "if" || attribute_ == "int";
      if (!is_function && !is_value) {
        return reading_.refer(reading_.symbol("body", attribute_, now.text), stretch(now));
      }
    }
    if (after != nullptr && after->is("(")) reading_.name("function", now.text, stretch(now));
  }

  // `bundle agent main(a, b)`, `body perms mine`
  void read_head(const Piece& now) {
    if (now.is("bundle") || now.is("body")) {
      const Piece* type = piece(at_ + 1);
      const Piece* name = piece(at_ + 2);
      reading_.name("keyword", now.text, stretch(now));
      if (type == nullptr || name == nullptr || type->kind != Piece::Kind::name || name->kind != Piece::Kind::name ||
          at_ + 2 >= count_) {
        return;
      }
      const bool is_bundle = now.is("bundle");
      bundle_ = is_bundle ? name->text : std::string();
      body_ = is_bundle ? std::string() : name->text;
      type_ = type->text;
      owner_ = reading_.symbol(is_bundle ? "bundle" : "body",
                               is_bundle ? std::string_view() : std::string_view(type->text), name->text);
      reading_.symbols[owner_].detail = type->text;
      reading_.symbols[owner_].parameters.clear();
      reading_.define(owner_, stretch(*name), {file_, now.begin, name->end});
      at_ += 2;
      return;
    }
    if (owner_ == no_symbol) return;
    const std::string scope = bundle_.empty() ? "body " + body_ : bundle_;
    const std::uint32_t symbol = reading_.symbol("variable", scope, now.text);
    reading_.symbols[symbol].parent = owner_;
    reading_.symbols[owner_].parameters.push_back(now.text);
    reading_.define(symbol, stretch(now), stretch(now));
  }

  Context& context_;
  const Pieces& pieces_;
  std::uint32_t file_;
  Reading& reading_;
  std::size_t at_ = 0;
  std::size_t count_ = 0;
  std::size_t depth_ = 0;       // of braces
  std::vector<char> brackets_;  // that are open
  bool is_value_ = false;
  std::string bundle_;
  std::string body_;
  std::string type_;  // of the bundle or body
  std::string section_;
  std::string attribute_;
  std::uint32_t owner_ = no_symbol;
  const Piece* promiser_ = nullptr;
};

class Policies final : public Language {
 public:
  bool reads(std::string_view path, const Workspace& workspace) const override {
    return path == workspace.main || path == expression_path || path.ends_with(".cf");
  }
  void read(Context& context, std::uint32_t file, Reading& reading) const override {
    const Pieces pieces = policy_pieces(context.sources.text(file), context.budget);
    PolicyNames(context, pieces, file, reading).read(pieces.size());
    add_expressions(pieces, file, reading);
  }
  Caret at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const override {
    const Pieces pieces = policy_pieces(context.sources.text(file), context.budget);
    Reading before;
    return PolicyNames(context, pieces, file, before).cursor(reading, offset);
  }
  Form form() const override { return Form::braces; }
  Pieces pieces(Context& context, const Stretch& expression) const override {
    Pieces result;
    for (Piece& piece : policy_pieces(context.sources.text(expression.file), context.budget)) {
      if (piece.begin >= expression.begin && piece.end <= expression.end) result.push_back(std::move(piece));
    }
    return result;
  }

 private:
  // The calls that are values of attributes.
  static void add_expressions(const Pieces& pieces, std::uint32_t file, Reading& reading) {
    for (std::size_t at = 1; at + 1 < pieces.size(); ++at) {
      const bool is_call = pieces[at].kind == Piece::Kind::name && pieces[at - 1].is("=>") && pieces[at + 1].is("(");
      const bool is_alone = at == 1 && pieces[0].kind == Piece::Kind::name && pieces[1].is("(");
      if (!is_call && !is_alone) continue;
      std::size_t depth = 0;
      const std::size_t begin = is_alone ? 0 : at;
      for (std::size_t end = begin + 1; end < pieces.size(); ++end) {
        if (pieces[end].kind == Piece::Kind::open) ++depth;
        if (pieces[end].kind == Piece::Kind::close && --depth == 0) {
          reading.expressions.push_back({file, pieces[begin].begin, pieces[end].end});
          at = end;
          break;
        }
        if (pieces[end].is(";")) break;
      }
    }
  }
};

}  // namespace

const Language& language() {
  static const Policies policies;
  return policies;
}

}  // namespace evalground::cfengine
