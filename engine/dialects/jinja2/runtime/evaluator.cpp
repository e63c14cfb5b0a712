// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/evaluator.hpp"

#include <algorithm>
#include <utility>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/jinja2/ansible/families.hpp"
#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/runtime/frame.hpp"
#include "dialects/jinja2/runtime/native.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/runtime/output.hpp"
#include "dialects/jinja2/syntax/parser.hpp"
#include "dialects/jinja2/syntax/resolver.hpp"
#include "value/python_number.hpp"
#include "value/python_text.hpp"

namespace evalground::jinja2 {
namespace {

std::string normalized_newlines(const std::string& text, Place& place) {
  std::string result;
  result.reserve(text.size());
  Place normalized{place.file, {}};
  normalized.parts.emplace_back(0, place.offset(0));
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\r') {
      result += text[at];
      continue;
    }
    result += '\n';
    if (at + 1 < text.size() && text[at + 1] == '\n') ++at;
    normalized.parts.emplace_back(static_cast<std::uint32_t>(result.size()),
                                  place.offset(static_cast<std::uint32_t>(at + 1)));
  }
  place = std::move(normalized);
  return result;
}

constexpr std::string_view builtin_prefix = "ansible.builtin.";

// The kind that the entries of a source have; empty when it has none of them.
std::string_view word_of(const FunctionSource& source, FunctionKind kind) {
  switch (kind) {
    case FunctionKind::filter: return source.filters;
    case FunctionKind::test: return source.tests;
    case FunctionKind::global: return source.globals;
    case FunctionKind::lookup: return source.lookups;
  }
  return {};
}

}  // namespace

std::uint32_t Place::offset(std::uint32_t in_text) const {
  const auto after = std::upper_bound(parts.begin(), parts.end(), in_text,
                                      [](std::uint32_t offset, const auto& part) { return offset < part.first; });
  if (after == parts.begin()) return in_text;
  const auto& [text_offset, file_offset] = *(after - 1);
  return file_offset + (in_text - text_offset);
}

OriginId Template::origin(std::uint32_t begin, std::uint32_t end, Context& context) const {
  return context.sources.add({place.file, place.offset(begin), place.offset(end), Via::expression, 0, false});
}

OriginId Template::origin(const Node& node, Context& context) const {
  if (node.origin == 0) node.origin = origin(node.begin, node.end, context);
  return node.origin;
}

std::uint32_t Template::line(std::uint32_t offset) const {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(offset, text.size()));
  return static_cast<std::uint32_t>(std::count(text.begin(), end, '\n')) + 1;
}

std::vector<std::string_view> MapVariables::names() const {
  std::vector<std::string_view> names;
  for (const auto& [key, value] : map_) {
    if (key.is_string()) names.push_back(key.as_string());
  }
  return names;
}

std::vector<FunctionSource> function_sources(Flavor flavor) {
  if (flavor == Flavor::jinja2) return {{&functions()}};
  return {{&functions(), ansible_filter, ansible_test, ansible_global, ansible_lookup}, {&functions()}};
}

Evaluator::Evaluator(Context& context_, Options options_, Variables& variables_, std::vector<FunctionSource> functions)
    : context(context_),
      options(std::move(options_)),
      variables(variables_),
      functions_(std::move(functions)),
      autoescape_(options.autoescape) {}

Evaluator::~Evaluator() {
  // Macros keep the frames that hold them: their slots are emptied, one after the other, as emptying one may free
  // others.
  while (captured_ != nullptr) {
    const Ref<Frame> frame(captured_);
    frame->leave();
    frame->clear();
  }
  std::vector<Ref<Scope>> scopes;
  for (Scope* scope = scopes_; scope != nullptr; scope = scope->next()) scopes.emplace_back(scope);
  for (const Ref<Scope>& scope : scopes) scope->clear();
}

Template& Evaluator::compile(std::string text, std::string name, Place place, const Syntax& syntax,
                             std::vector<Diagnostic>* problems) {
  if (text.find('\r') != std::string::npos) text = normalized_newlines(text, place);
  templates_.push_back(std::make_unique<Template>(std::move(name), std::move(text), std::move(place),
                                                  static_cast<std::uint32_t>(templates_.size())));
  Template& source = *templates_.back();
  parse(source, syntax, *this, problems);
  resolve_names(source, context.budget);
  return source;
}

std::optional<std::string> Evaluator::template_entry(std::string_view name) const {
  for (const std::string& path : {join_path(template_folder_, name), std::string(name)}) {
    std::optional<std::string> entry = Files::resolve(path);
    if (entry && context.files.find(*entry) != nullptr) return entry;
  }
  return std::nullopt;
}

Template& Evaluator::load(std::string_view name) {
  const std::optional<std::string> path = template_entry(name);
  const auto missing = [&] { fail("template-not-found", std::string(name)); };
  if (!path) missing();
  if (const auto found = by_name_.find(*path); found != by_name_.end()) return *found->second;
  const std::optional<std::uint32_t> file = context.files.source(*path);
  if (!file) missing();
  std::string text(context.sources.text(*file));
  Template& source = compile(std::move(text), *path, {*file, {}}, options.syntax);
  by_name_.emplace(*path, &source);
  return source;
}

Template* Evaluator::find_template(const Value& name) {
  const auto exists = [&](const Value& one) { return one.is_string() && template_entry(one.as_string()).has_value(); };
  if (name.is_string()) return exists(name) ? &load(name.as_string()) : nullptr;
  if (const auto* module = object_cast<Module>(name)) return &module->source;
  if (name.is_undefined()) fail_undefined(name);
  Template* found = nullptr;
  each(name, [&](const Value& one) {
    if (one.is_undefined()) fail_undefined(one);
    if (exists(one)) found = &load(one.as_string());
    return found == nullptr;
  });
  return found;
}

void Evaluator::render(Template& source, const Map* more, Output& output) {
  Ref<Scope> scope = make_ref<Scope>(scopes_);
  if (more != nullptr) scope->given = *more;
  const bool outer = std::exchange(autoescape_, options.autoescape);
  run_template(source, scope, output);
  autoescape_ = outer;
}

Value Evaluator::render(Template& source, const Map* more) {
  // Rendered while another template reads a variable, it says of itself what is sensitive.
  const bool has_read = std::exchange(read_sensitive_, false);
  Output output(*this);
  render(source, more, output);
  Value result = output.take();
  read_sensitive_ = has_read;
  if (output.is_sensitive()) result = std::move(result).with_sensitive();
  return result;
}

std::pair<std::string, bool> Evaluator::render_text(Template& source) {
  Output output(*this);
  render(source, nullptr, output);
  return {output.take_text(), output.is_sensitive()};
}

const FunctionCatalogue::Entry* Evaluator::find_function(FunctionKind kind, std::string_view name) const {
  if (options.flavor == Flavor::ansible && name.starts_with(builtin_prefix)) name.remove_prefix(builtin_prefix.size());
  for (const FunctionSource& source : functions_) {
    const std::string_view word = word_of(source, kind);
    if (word.empty()) continue;
    if (const auto* entry = source.catalogue->find(word, name)) return entry;
  }
  return nullptr;
}

UnknownName Evaluator::unknown_function(FunctionKind kind, std::string_view name) const {
  const std::string word = kind == FunctionKind::filter ? "filter" : "test";
  std::string message = "No " + word + " named '" + std::string(name) + "'.";
  if (options.flavor == Flavor::ansible) {
    message = "template error while templating string: Could not load \"" + std::string(name) +
              "\": there is no such " + word + ".";
  }
  return {"unknown-" + word, std::move(message), kind, std::string(name)};
}

std::string Evaluator::nearest_function(FunctionKind kind, std::string_view name) const {
  std::vector<std::string_view> near;
  for (const FunctionSource& source : functions_) {
    const std::string_view found = source.catalogue->nearest(word_of(source, kind), name);
    if (!found.empty()) near.push_back(found);
  }
  return std::string(nearest_name(name, near).value_or(""));
}

std::string Evaluator::nearest_variable(std::string_view name, const Template& source) const {
  std::vector<std::string_view> known = source.assigned_names;
  for (const std::string_view one : variables.names()) known.push_back(one);
  const std::string global = nearest_function(FunctionKind::global, name);
  if (!global.empty()) known.push_back(global);
  context.budget.step(known.size());
  return std::string(nearest_name(name, known).value_or(""));
}

Value Evaluator::find_variable(std::string_view name, const Scope& scope) {
  const Scope* at = &scope;
  for (; at != nullptr; at = at->outer.get()) {
    if (const Value* value = at->assigned.find(name)) return *value;
    if (const Value* value = at->given.find(name); value != nullptr && !is_absent(*value)) return *value;
    if (at->is_isolated) break;
  }
  if (at == nullptr) {
    Value value = variables.find(*this, name);
    if (!is_absent(value)) {
      context.provenance.read(value.origin());
      return value;
    }
  }
  if (const auto known = globals_.find(std::string(name)); known != globals_.end()) return known->second;
  const FunctionCatalogue::Entry* entry = find_function(FunctionKind::global, name);
  if (entry == nullptr || entry->function->call == nullptr) return {};
  return globals_.emplace(std::string(name), make_object<FunctionObject>(*this, *entry)).first->second;
}

// ---- undefined values

Value Evaluator::undefined_name(std::string_view name) {
  return undefineds_.add({options.undefined, false, {}, {}, Value::string(name)});
}

Value Evaluator::undefined_attribute(const Value& holder, std::string_view name) {
  if (holder.is_undefined()) return holder;
  return undefineds_.add(
      {options.undefined, false, {}, holder.is_null() ? "None" : type_name(holder) + " object", Value::string(name)});
}

Value Evaluator::undefined_element(const Value& holder, const Value& key) {
  if (holder.is_undefined()) return holder;
  return undefineds_.add(
      {options.undefined, false, {}, holder.is_null() ? "None" : type_name(holder) + " object", key});
}

Value Evaluator::undefined_hint(std::string_view message) {
  return undefineds_.add({options.undefined, false, std::string(message), {}, Value::string("")});
}

Value Evaluator::undefined_lenient(std::string_view message) {
  return undefineds_.add({Leniency::lenient, false, std::string(message), {}, Value::string("")});
}

Value Evaluator::undefined_unsafe(const Value& holder, std::string_view name) {
  std::string message = "access to attribute " + python_repr(Value::string(name), context.budget) + " of '" +
                        type_name(holder) + "' object is unsafe.";
  return undefineds_.add({options.undefined, true, std::move(message), {}, Value::string("")});
}

std::string Evaluator::undefined_message(const Value& value) const {
  if (value.undefined_number() <= 0) return "the value is undefined";
  if (std::optional<std::string> message = variables.missing_message(undefined(value))) return *std::move(message);
  return undefineds_.message(value, context.budget);
}

void Evaluator::fail_undefined(const Value& value) const {
  std::string message = undefined_message(value);
  if (value.undefined_number() <= 0) fail("undefined", std::move(message));
  const Undefined& missing = undefineds_.of(value);
  if (missing.is_unsafe) fail("unsafe", std::move(message));
  if (missing.hint.empty() && missing.holder.empty()) {
    throw UnknownName("undefined", std::move(message), std::nullopt, std::string(missing.name.as_string()));
  }
  fail("undefined", std::move(message));
}

void Evaluator::fail(std::string_view code, std::string message) const {
  throw Error(std::string(code), std::move(message));
}

void Evaluator::note_decrypted(std::string_view text) {
  if (!watches_sensitive_) return;
  const Value plain = Value::string(text).with_sensitive();
  context.secrets.add(plain, SecretTexts::Kind::given);
  note_sensitive(plain);
}

}  // namespace evalground::jinja2
