// Finds the names in a policy for language services, in one pass over its pieces.
//
// A policy is often incomplete while somebody types, so no tree is built. The state says where the current piece is:
// the depth of braces, the bundle or body, the section (`vars:`), the promiser, the attribute before `=>`, and the open
// calls. From that follows the meaning of a string or word:
//
//   vars: "port" string => "80";        depth 1 and no promiser: defines the variable `port` of the bundle
//   reports: "$(main.port)";            a reference in a string: mentions `main` and `port`
//   classes: "c" expression => "linux"; the attribute takes a class expression: mentions the class `linux`
//
// Variables have the bundle as scope, classes and bundles the namespace, and bodies their type.
#include "dialects/cfengine/names_in_policies.hpp"

#include <algorithm>

#include "base/text/any_of.hpp"
#include "base/text/path.hpp"
#include "dialects/cfengine/catalogue.hpp"
#include "dialects/cfengine/policy/policy.hpp"
#include "dialects/cfengine/policy_words.hpp"
#include "runtime/language/yaml_text.hpp"
#include "value/map.hpp"

namespace evalground::cfengine {
namespace {

// Variables of the agent for folders of a policy: what is below them in its repository.
struct PolicyFolder {
  std::string_view written;
  std::string_view folder;
};
constexpr PolicyFolder policy_folders[] = {{"$(sys.libdir)/", "lib/"},     {"$(sys.local_libdir)/", "lib/"},
                                           {"${sys.libdir}/", "lib/"},     {"$(sys.inputdir)/", ""},
                                           {"$(sys.masterdir)/", ""},      {"${sys.inputdir}/", ""},
                                           {"$(sys.workdir)/inputs/", ""}, {"$(sys.workdir)/masterfiles/", ""}};

bool has_reference(std::string_view text) {
  return text.find_first_of("$@") != std::string_view::npos;
}

}  // namespace

void PolicyNames::define() {
  std::string space;
  std::size_t depth = 0;
  for (std::size_t at = 0; at + 2 < pieces_.size(); ++at) {
    context_.budget.step();
    const Piece& now = pieces_[at];
    const Piece& name = pieces_[at + 2];
    if (now.is("{")) ++depth;
    if (now.is("}") && depth > 0) --depth;
    if (depth == 0 && now.is("bundle") && name.kind == Piece::Kind::name) {
      reading_.symbol("bundle", space, name.text);
    } else if (depth == 0 && now.is("body") && pieces_[at + 1].is("file") && name.is("control")) {
      space.clear();
    } else if (depth == 1 && now.is("namespace") && pieces_[at + 1].is("=>")) {
      space = without_quotes(name.text);
      if (space == "default") space.clear();
    }
  }
}

void PolicyNames::read(std::size_t count) {
  count_ = count;
  for (at_ = 0; at_ < count; ++at_) {
    context_.budget.step();
    read_piece();
  }
}

// Updates the state by one piece. Unbalanced brackets are normal while somebody types, so every counter is guarded.
void PolicyNames::read_piece() {
  const Piece& now = pieces_[at_];
  switch (now.kind) {
    case Piece::Kind::comment: return;
    case Piece::Kind::open:
      brackets_.push_back(now.text[0]);
      if (now.is("(")) calls_.push_back({"function", at_ > 0 ? pieces_[at_ - 1].text : std::string()});
      if (now.is("{")) ++depth_;
      is_value_ = depth_ > 1;
      return;
    case Piece::Kind::close:
      if (!brackets_.empty()) brackets_.pop_back();
      if (now.is(")") && !calls_.empty()) calls_.pop_back();
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
    case Piece::Kind::comma:
      if (is_in_call()) ++calls_.back().argument;
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

// "site:web" -> {"site", "web"}; "web" -> {current namespace, "web"}. The namespace `default` is the empty text.
PolicyNames::Qualified PolicyNames::qualified(std::string_view written) const {
  const std::size_t colon = written.find(':');
  if (colon == std::string_view::npos) return {space_, written};
  const std::string_view space = written.substr(0, colon);
  return {space == "default" ? std::string() : std::string(space), written.substr(colon + 1)};
}

std::string PolicyNames::scoped(std::string_view space, std::string_view name) {
  return space.empty() ? std::string(name) : std::string(space) + ":" + std::string(name);
}

// How a name must be written at this place. From another namespace, one of `default` needs that prefix.
std::string PolicyNames::written_here(std::string_view space, std::string_view name) const {
  if (space == space_) return std::string(name);
  return scoped(space.empty() ? std::string_view("default") : space, name);
}

std::string PolicyNames::own_scope() const {
  return bundle_.empty() && !body_.empty() ? "body " + scoped(space_, body_) : bundle_;
}

std::string_view PolicyNames::space_of(const Symbol& symbol) {
  const std::string_view scope = symbol.scope;
  if (symbol.kind == "bundle" || symbol.kind == "class") return scope;
  const std::size_t colon = scope.find(':');
  return colon == std::string_view::npos ? std::string_view() : scope.substr(0, colon);
}

void PolicyNames::refer_namespace(std::string_view written, std::uint32_t begin) {
  const std::size_t colon = written.find(':');
  if (colon == std::string_view::npos || colon == 0) return;
  const std::string_view space = written.substr(0, colon);
  const std::uint32_t symbol = reading_.symbol("namespace", "", space);
  if (space == "default") reading_.symbols[symbol].is_fixed = true;
  reading_.refer(symbol, {file_, begin, begin + static_cast<std::uint32_t>(colon)});
}

// Records two mentions, of the namespace and of the name, so that renaming one keeps the other.
void PolicyNames::refer_bundle(std::string_view written, std::uint32_t begin) {
  const auto [space, name] = qualified(written);
  refer_namespace(written, begin);
  const auto end = begin + static_cast<std::uint32_t>(written.size());
  if (!name.empty()) {
    reading_.refer(reading_.symbol("bundle", space, name), {file_, end - static_cast<std::uint32_t>(name.size()), end});
  }
}

void PolicyNames::refer_body(std::string_view type, std::string_view written, std::uint32_t begin) {
  const auto [space, name] = qualified(written);
  refer_namespace(written, begin);
  const auto end = begin + static_cast<std::uint32_t>(written.size());
  if (!name.empty()) {
    const std::uint32_t symbol = reading_.symbol("body", scoped(space, type), name);
    reading_.refer(symbol, {file_, end - static_cast<std::uint32_t>(name.size()), end});
  }
}

void PolicyNames::begin_namespace(std::string_view name, Stretch at) {
  space_ = name == "default" ? std::string_view() : name;
  const std::uint32_t symbol = reading_.symbol("namespace", "", name);
  if (space_.empty()) {
    reading_.symbols[symbol].is_fixed = true;
    return reading_.refer(symbol, at);
  }
  reading_.define(symbol, at, at);
  // Names such as `bundle.x` may come before the bundle's definition, so first collect the bundles.
  for (std::size_t next = at_; next + 2 < pieces_.size(); ++next) {
    context_.budget.step();
    if (pieces_[next].is("bundle")) own_bundles_.push_back(pieces_[next + 2].text);
    if (pieces_[next].is("body") && pieces_[next + 1].is("file") && pieces_[next + 2].is("control")) break;
  }
}

// The definition of a bundle or body ends at its closing brace.
void PolicyNames::end_owner(const Piece& brace) {
  for (std::size_t at = reading_.mentions.size(); at-- > 0;) {
    Mention& mention = reading_.mentions[at];
    if (mention.symbol != owner_ || !mention.defines) continue;
    mention.whole.end = brace.end;
    break;
  }
  owner_ = no_symbol;
}

// `vars:` begins a section, `linux::` a context. Sections of unknown types are names without a description.
void PolicyNames::read_edge(const Piece& now) {
  promiser_ = nullptr;
  attribute_.clear();
  if (now.text.ends_with("::")) return read_classes(now.text, now.begin);
  section_ = now.text.substr(0, now.text.find(':'));
  while (!section_.empty() && section_.back() == ' ') section_.pop_back();
  if (about_promises(section_).empty()) return reading_.name("promise-type", section_, stretch(now));
  Piece word = now;
  word.text = section_;
  name_word("promise-type", word, about_promises(section_));
}

// The sentence about an attribute, or where it belongs.
std::string PolicyNames::said_of_attribute(std::string_view name) const {
  const std::string_view about = about_attribute(name);
  if (!about.empty()) return std::string(about);
  const bool is_body = bundle_.empty();
  const auto known = is_body ? attributes_of_bodies(type_, body_) : attributes_of_promises(section_);
  if (std::find(known.begin(), known.end(), name) == known.end()) return {};
  return is_body ? "Of bodies of `" + type_ + "`." : "Of promises of `" + section_ + "`.";
}

void PolicyNames::name_word(std::string_view kind, const Piece& word, std::string_view about) {
  if (about.empty()) return reading_.name(kind, word.text, stretch(word));
  const std::uint32_t symbol = reading_.symbol(kind, "", word.text);
  reading_.symbols[symbol].is_fixed = true;
  reading_.symbols[symbol].detail = about;
  reading_.refer(symbol, stretch(word));
}

// Adds the names in a class expression. Needs no parser: the operators and parentheses between names do not matter
// here. References are skipped, because their text is unknown.
void PolicyNames::read_classes(std::string_view text, std::uint32_t begin) {
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = (text[at] >= 'a' && text[at] <= 'z') || (text[at] >= 'A' && text[at] <= 'Z') || text[at] == '_';
    if (text[at] == '$') {
      const std::size_t end = reference_end(text, at);
      at = end == 0 ? at + 1 : end;
      continue;
    }
    if (!begins) {
      ++at;
      continue;
    }
    const auto end_of_word = [&](std::size_t end) {
      while (end < text.size() && text[end] != '.' && text[end] != ':' && is_name_byte(text[end])) ++end;
      return end;
    };
    std::size_t end = end_of_word(at);
    std::string space = space_;
    // `site:web`, but not the end of `web::`.
    if (end + 1 < text.size() && text[end] == ':' && text[end + 1] != ':' && end_of_word(end + 1) > end + 1) {
      space = qualified(text.substr(at, end + 1 - at)).space;
      refer_namespace(text.substr(at, end + 1 - at), begin + static_cast<std::uint32_t>(at));
      at = end + 1;
      end = end_of_word(at);
    }
    const std::string_view name = text.substr(at, end - at);
    const bool is_hard = std::find(std::begin(hard_classes), std::end(hard_classes), name) != std::end(hard_classes);
    const std::uint32_t symbol = reading_.symbol("class", is_hard ? std::string() : space, name);
    if (is_hard) {
      reading_.symbols[symbol].is_fixed = true;
      reading_.symbols[symbol].detail = "hard class";
    }
    reading_.refer(symbol, {file_, begin + static_cast<std::uint32_t>(at), begin + static_cast<std::uint32_t>(end)});
    at = end;
  }
}

// `$(a[$(b)])` mentions `a`, and then `b` by recursion into the part behind the bracket.
void PolicyNames::read_references(std::string_view text, std::uint32_t begin) {
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
    refer_variable(inner.substr(0, stop), begin + static_cast<std::uint32_t>(at) + 2);
    if (stop != std::string_view::npos) {
      read_references(inner.substr(stop), begin + static_cast<std::uint32_t>(at + 2 + stop));
    }
    at = end;
  }
}

// `main.port` mentions the bundle and its variable. Scopes such as `sys` belong to the agent and cannot be renamed.
void PolicyNames::refer_variable(std::string_view name, std::uint32_t begin) {
  const std::uint32_t end = begin + static_cast<std::uint32_t>(name.size());
  std::string scope = own_scope();
  if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
    const std::string_view written = name.substr(0, dot);
    auto [space, bundle] = qualified(written);
    // Without a namespace, it belongs to the current one only if that has such a bundle.
    const bool is_own = written.size() > bundle.size() || contains(own_bundles_, bundle);
    if (!is_own) space.clear();
    scope = scoped(space, bundle);
    name.remove_prefix(dot + 1);
    refer_namespace(written, begin);
    if (reading_.find("bundle", space, bundle) != nullptr) {
      const auto end_of_bundle = begin + static_cast<std::uint32_t>(dot);
      reading_.refer(reading_.symbol("bundle", space, bundle),
                     {file_, end_of_bundle - static_cast<std::uint32_t>(bundle.size()), end_of_bundle});
    }
    begin += static_cast<std::uint32_t>(dot) + 1;
  }
  if (name.empty()) return;
  const bool is_special = scope == "sys" || scope == "this" || scope == "const" || scope == "match" || scope == "def" ||
                          scope == "edit" || scope == "mon";
  const std::uint32_t symbol = reading_.symbol("variable", scope, name);
  // Of `def`, those of a policy's own bundle can be renamed; others come from augments.
  const bool is_own = scope == "def" && reading_.find("bundle", "", "def") != nullptr;
  if (is_special && !is_own) reading_.symbols[symbol].is_fixed = true;
  if (is_special && scope != "def") reading_.symbols[symbol].detail = "special, of `" + scope + "`";
  reading_.refer(symbol, {file_, begin, end});
}

// Some functions take the name of a variable as text, `length("list")`. A rename must include it.
void PolicyNames::refer_argument(std::string_view name, std::uint32_t begin) {
  const bool is_plain = !name.empty() && std::all_of(name.begin(), name.end(), is_name_byte);
  const bool is_alone = name.find(':') == std::string_view::npos && !(name[0] >= '0' && name[0] <= '9');
  if (is_plain && is_alone && is_in_call() && takes_variable(calls_.back())) refer_variable(name, begin);
}

// The meaning depends on the state: a promiser, an argument, a class expression, a bundle, a namespace or a file.
// References within it count in any case.
void PolicyNames::read_string(const Piece& now) {
  const std::string_view inner = without_quotes(now.text);
  read_references(now.text, now.begin);
  const Stretch at{file_, now.begin + 1, now.begin + 1 + static_cast<std::uint32_t>(inner.size())};
  const bool is_plain = !inner.empty() && std::all_of(inner.begin(), inner.end(), is_name_byte);
  if (depth_ == 1 && promiser_ == nullptr && !bundle_.empty()) {
    promiser_ = &now;
    refer_file(inner, at);
    if (is_plain) {
      define_promiser(inner, at);
      if (section_ == "methods") refer_called(inner, at);
    } else if (section_ == "vars") {
      add_element(inner);
    }
    return;
  }
  if (is_in_call()) return refer_argument(inner, now.begin + 1);
  if (refer_file(inner, at)) return;
  if (takes_classes(attribute_)) {
    const bool is_expression = inner.find_first_of(" $/") == std::string_view::npos;
    if (is_expression) read_classes(inner, now.begin + 1);
  } else if ((attribute_ == "usebundle" || attribute_ == "bundlesequence") && is_plain) {
    refer_bundle(inner, at.begin);
  } else if (attribute_ == "namespace" && type_ == "file" && body_ == "control" && is_plain) {
    begin_namespace(inner, at);
  } else if (attribute_ == "inputs" && !inner.empty()) {
    reading_.refer(reading_.symbol("file", "", inner), at);
  } else if (attribute_ == "slist" && is_plain) {
    refer_listed(inner, at);
  }
}

std::vector<std::string> PolicyNames::paths_of(std::string_view written) const {
  const std::string_view folder = directory_name(context_.sources.path(file_));
  for (const std::string_view own : {"$(this.promise_dirname)/", "${this.promise_dirname}/"}) {
    if (written.starts_with(own)) return {join_path(folder, written.substr(own.size()))};
  }
  std::string rest(written);
  for (const PolicyFolder& one : policy_folders) {
    if (written.starts_with(one.written)) rest = std::string(one.folder).append(written.substr(one.written.size()));
  }
  // The root of the policy is this folder or one above it.
  std::vector<std::string> paths{join_path(folder, rest)};
  for (std::string_view above = folder; !above.empty();) {
    above = directory_name(above);
    paths.push_back(join_path(above, rest));
  }
  return paths;
}

bool PolicyNames::refer_file(std::string_view written, const Stretch& at) {
  const bool may_be_file = written.ends_with(".cf") || written.find('/') != std::string_view::npos;
  if (!may_be_file || written.find_first_of(" \n") != std::string_view::npos || written.starts_with('/')) return false;
  for (const std::string& path : paths_of(written)) {
    const std::string plain = normalise_path(path);
    if (has_reference(plain) || !context_.workspace.files.contains(plain)) continue;
    reading_.refer(reading_.symbol("file", "", "/workspace/" + plain), at);
    link(plain);
    return true;
  }
  return false;
}

void PolicyNames::link(std::string path) {
  if (reading_.has_references(file_)) reading_.links.push_back({file_, std::move(path)});
}

// A body inherits from one of its own type.
const std::string& PolicyNames::type_of_body() const {
  return attribute_ == "inherit_from" ? type_ : attribute_;
}

void PolicyNames::refer_called(std::string_view name, const Stretch& at) {
  for (std::size_t next = at_ + 1; next < pieces_.size() && !pieces_[next].is(";"); ++next) {
    context_.budget.step();
    if (pieces_[next].is("usebundle") || pieces_[next].kind == Piece::Kind::edge) return;
  }
  const auto [space, bundle] = qualified(name);
  if (reading_.find("bundle", space, bundle) != nullptr) refer_bundle(name, at.begin);
}

void PolicyNames::refer_listed(std::string_view name, const Stretch& at) {
  if (promiser_ == nullptr || promiser_->text.find("bundle") == std::string::npos) return;
  const auto [space, bundle] = qualified(name);
  if (reading_.find("bundle", space, bundle) != nullptr) refer_bundle(name, at.begin);
}

// The variable or class that a promise defines.
void PolicyNames::define_promiser(std::string_view name, const Stretch& at) {
  const bool is_variable = section_ == "vars" || section_ == "meta";
  if (!is_variable && section_ != "classes") return;
  if (is_variable && name.find('.') != std::string_view::npos) return;
  const std::uint32_t symbol =
      is_variable ? reading_.symbol("variable", bundle_, name) : reading_.symbol("class", space_, name);
  reading_.symbols[symbol].parent = owner_;
  if (is_variable) describe(reading_.symbols[symbol]);
  reading_.define(symbol, at, at);
}

// `"server[name]" string => "x"`: a key of an array. Its definition is the first of them.
void PolicyNames::add_element(std::string_view written) {
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

// Describes the type of a variable, and the keys of a literal container: `"d" data => '{"a": 1}'`.
void PolicyNames::describe(Symbol& variable) const {
  const Piece* type = piece(at_ + 1);
  const Piece* arrow = piece(at_ + 2);
  if (type == nullptr || arrow == nullptr || !arrow->is("=>")) return;
  variable.detail = "`" + type->text + "`";
  if (!type->is("data")) return;
  const Piece* value = piece(at_ + 3);
  if (value != nullptr && (value->is("parsejson") || value->is("parseyaml"))) value = piece(at_ + 5);
  if (value == nullptr || value->kind != Piece::Kind::text) return;
  // Only the keys: texts in the document may be secret.
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

// Whether a word behind that piece is the name of a bundle.
bool PolicyNames::takes_bundle(const Piece& before) const {
  if (before.is("=>")) return attribute_ == "usebundle" || takes_edit_bundle(attribute_);
  const bool is_in_list = before.is("{") || before.kind == Piece::Kind::comma;
  return attribute_ == "bundlesequence" && is_in_list && !is_in_call();
}

// Words without quotes: attributes, bundles, bodies, functions, and names of variables as arguments.
void PolicyNames::read_word(const Piece& now) {
  const Piece* before = at_ > 0 ? &pieces_[at_ - 1] : nullptr;
  const Piece* after = piece(at_ + 1);
  if (depth_ == 0) return read_head(now);
  if (after != nullptr && after->is("=>")) {
    attribute_ = now.text;
    return name_word("attribute", now, said_of_attribute(now.text));
  }
  if (before != nullptr && takes_bundle(*before)) return refer_bundle(now.text, now.begin);
  if (before != nullptr && before->is("=>")) {
    // A body of that name if there is one, else a function.
    const bool is_function = functions().find("function", now.text) != nullptr;
    const bool is_value = attribute_ == "string" || attribute_ == "expression" || attribute_ == "slist" ||
                          attribute_ == "data" || attribute_ == "if" || attribute_ == "int";
    if (!is_function && !is_value) {
      return refer_body(type_of_body(), now.text, now.begin);
    }
  }
  if (after != nullptr && after->is("(")) return reading_.name("function", now.text, stretch(now));
  refer_argument(now.text, now.begin);
}

// `bundle agent main(a, b)`, `body perms mine`
void PolicyNames::read_head(const Piece& now) {
  if (now.is("bundle") || now.is("body")) return begin_owner(now);
  if (owner_ == no_symbol) return;
  const std::uint32_t symbol = reading_.symbol("variable", own_scope(), now.text);
  reading_.symbols[symbol].parent = owner_;
  reading_.symbols[owner_].parameters.push_back(now.text);
  reading_.define(symbol, stretch(now), stretch(now));
}

// From the word `bundle` or `body` to the name.
void PolicyNames::begin_owner(const Piece& now) {
  const Piece* type = piece(at_ + 1);
  const Piece* name = piece(at_ + 2);
  const bool is_bundle = now.is("bundle");
  name_word("keyword", now, about_keyword(now.text));
  const bool is_said = is_bundle || (type != nullptr && type->is("file"));
  if (type != nullptr && is_said) name_word("keyword", *type, about_keyword(type->text));
  if (type == nullptr || name == nullptr || type->kind != Piece::Kind::name || name->kind != Piece::Kind::name ||
      at_ + 2 >= count_) {
    return;
  }
  const bool is_control = !is_bundle && name->is("control");
  // The agent can begin with this file, so that no other file needs to include it.
  if ((is_control && type->is("common")) || (is_bundle && name->is("__main__"))) link(context_.sources.path(file_));
  if (is_control && type->is("file")) {
    space_.clear();
    own_bundles_.clear();
  }
  bundle_ = is_bundle ? scoped(space_, name->text) : std::string();
  body_ = is_bundle ? std::string() : name->text;
  type_ = type->text;
  owner_ = is_bundle ? reading_.symbol("bundle", space_, name->text)
                     : reading_.symbol("body", scoped(is_control ? std::string() : space_, type->text), name->text);
  reading_.symbols[owner_].detail = type->text;
  reading_.symbols[owner_].parameters.clear();
  reading_.define(owner_, stretch(*name), {file_, now.begin, name->end});
  at_ += 2;
}

}  // namespace evalground::cfengine
