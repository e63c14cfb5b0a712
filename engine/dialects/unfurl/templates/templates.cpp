// Renders templates such as "http://{{ SELF.host }}:{{ SELF.port }}" with the Jinja2 engine.
//
// The engine reaches this dialect in three places: find() looks up the variables of the current scope, given() wraps a
// value for templates (values.hpp), and taken() unwraps what a template made.
//
// A template is compiled once, however many resources share it. It is compiled as a file of its own, so its places are
// offsets in the template. place() maps them, character by character, to the scalar that is being rendered, so an error
// in the second line of a block scalar is reported there. Only a traced evaluation compiles once per place.
//
// Invariants: renderings nest, because a template reads attributes that are templates. `rendering_` is the innermost
// one. If it read anything sensitive, its whole result is marked. The result of a template is verbatim and never
// evaluated again. In a lenient scope, an error becomes the result's text and a warning.
//
// The rules are those of `apply_template` in Unfurl's eval.py.
#include "dialects/unfurl/templates/templates.hpp"

#include <algorithm>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "data/yaml/offsets.hpp"
#include "dialects/ansible/catalogue.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/jinja2/runtime/calls.hpp"
#include "dialects/unfurl/description.hpp"
#include "dialects/unfurl/values/collection.hpp"
#include "dialects/unfurl/values/external.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "runtime/outcome.hpp"
#include "runtime/sensitive.hpp"
#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

// The name in `sources` of a text that is a template.
constexpr std::string_view template_path = "<template>";
constexpr std::string_view failure = "<<Error rendering template: ";

jinja2::Options options_of(bool is_lenient) {
  jinja2::Options options;
  options.behavior = ansible::ansible_behavior;
  options.behavior.refuses_missing = !is_lenient;
  options.undefined = is_lenient ? jinja2::Leniency::traced : jinja2::Leniency::ansible;
  options.native = true;
  options.syntax.escape_backslashes = true;
  return options;
}

// The functions of this dialect take precedence over those of Ansible and Jinja.
jinja2::FunctionSet functions_of_templates(const FunctionCatalogue& functions) {
  jinja2::FunctionSet all = ansible::function_set();
  all.put_first({&functions, "filter", "", "", "lookup"});
  return all;
}

// True for a text that is in its file in YAML's notation.
bool is_written(Via via) {
  return via == Via::literal || via == Via::merge || via == Via::include || via == Via::alias || via == Via::fallback;
}

}  // namespace

// Makes a rendering the current one during its lifetime.
class Templates::Rendered {
 public:
  Rendered(Templates& templates, const Scope& scope)
      : templates_(templates), here_{&scope}, outer_(std::exchange(templates.rendering_, &here_)) {}
  ~Rendered() { templates_.rendering_ = outer_; }
  Rendered(const Rendered&) = delete;
  Rendered& operator=(const Rendered&) = delete;

 private:
  Templates& templates_;
  Rendering here_;
  Rendering* outer_;
};

Templates::Templates(Evaluator& evaluator_) : evaluator(evaluator_) {}

Templates::~Templates() = default;

std::unique_ptr<TemplateRenderer> make_templates(Evaluator& evaluator) {
  return std::make_unique<Templates>(evaluator);
}

bool Templates::is_lenient(const Scope& scope) const {
  if (scope.strictness != Strictness::unset) return scope.strictness == Strictness::lenient;
  return !flag_option(evaluator.context.workspace.options, strict_option);
}

jinja2::Evaluator& Templates::templates(bool is_lenient) {
  std::unique_ptr<jinja2::Interpreter>& one = is_lenient ? lenient_ : strict_;
  if (!one) {
    one = std::make_unique<jinja2::Interpreter>(evaluator.context, options_of(is_lenient), *this,
                                                functions_of_templates(evaluator.functions));
    one->evaluator.watch_sensitive();
  }
  return one->evaluator;
}

std::string Templates::folder_of(OriginId origin) const {
  std::string_view path = evaluator.context.workspace.main;
  if (origin != 0) {
    const std::string& file = evaluator.context.sources.path(evaluator.context.sources.origin(origin).file);
    if (!file.starts_with('<')) path = file;
  }
  return std::string(directory_name(path));
}

// ---- places
//
// A template's place is a range of its compiled text, an outcome's place is a range of a file. The scalar lies between
// them, in YAML's notation: quoted, folded, indented.

std::vector<std::uint32_t> Templates::offsets_of(const Source& source) const {
  const Sources& sources = evaluator.context.sources;
  const std::string_view text = source.text.as_string();
  const auto identity = [&](std::uint32_t begin) {
    std::vector<std::uint32_t> offsets(text.size() + 1);
    for (std::size_t at = 0; at <= text.size(); ++at) offsets[at] = begin + static_cast<std::uint32_t>(at);
    return offsets;
  };
  if (source.file) return identity(0);
  if (source.text.origin() == 0) return {};
  const Origin& origin = sources.origin(source.text.origin());
  const std::string_view written = sources.text_of(source.text.origin());
  if (written == text) return identity(origin.begin);
  if (!is_written(origin.via)) return {};
  return scalar_offsets(written, origin.begin, text);
}

OriginId Templates::place(OriginId where, const Compiled& compiled, const Source& source) const {
  Sources& sources = evaluator.context.sources;
  if (where == 0 || sources.origin(where).file != compiled.file) return where;
  const OriginId text = source.text.origin();
  const std::vector<std::uint32_t> offsets = offsets_of(source);
  if (offsets.empty()) return text != 0 ? text : source.where;
  const Origin& inside = sources.origin(where);
  const std::size_t begin = std::min<std::size_t>(inside.begin, offsets.size() - 1);
  const std::size_t end = std::min<std::size_t>(inside.end, offsets.size() - 1);
  const std::uint32_t file = source.file ? *source.file : sources.origin(text).file;
  // End the range before the whitespace that YAML drops when it folds a line.
  const std::string_view between = sources.text(file).substr(offsets[begin], offsets[end] - offsets[begin]);
  const auto length = static_cast<std::uint32_t>(trim_end(between).size());
  return sources.add({file, offsets[begin], offsets[begin] + length, Via::expression, 0, false});
}

void Templates::locate(Diagnostic& diagnostic, const Compiled& compiled, const Source& source) const {
  diagnostic.where = diagnostic.where == 0 ? source.text.origin() : place(diagnostic.where, compiled, source);
  if (diagnostic.where == 0) diagnostic.where = source.where;
  for (Note& note : diagnostic.notes) note.where = place(note.where, compiled, source);
}

// ---- missing names

void Templates::note_missing(const Value& holder, const Value& key) {
  missing_ = {false, holder, key};
}

std::optional<std::string> Templates::missing_message(const jinja2::Undefined& undefined) {
  if (!undefined.hint.empty()) return std::nullopt;
  const bool is_variable = undefined.holder.empty();
  if (is_variable || !undefined.name.is_string() || !missing_.key.is_string() ||
      missing_.key.as_string() != undefined.name.as_string()) {
    missing_ = {is_variable, {}, undefined.name};
  }
  const std::string name = undefined.name.sensitive() ? std::string(redaction) : key_text(undefined.name);
  return (is_variable ? "missing variable: " : "missing attribute or key: ") + quote(name) + ".";
}

// The known name most similar to the missing one; empty when none is similar.
std::string Templates::nearest_missing(std::string_view name) const {
  if (missing_.is_variable) {
    if (scope().resource->find_attribute(missing_.key) != nullptr) return "SELF." + std::string(name);
    return std::string(nearest(name, names()));
  }
  if (missing_.holder.is_map()) return std::string(nearest_key(name, missing_.holder.as_map()));
  auto* collection = object_cast<Collection>(missing_.holder);
  if (collection == nullptr) return {};
  List keys;  // owns the texts
  std::vector<std::string_view> known;
  for (std::size_t index = 0; index < collection->size(); ++index) keys.push_back(collection->key(index));
  for (const Value& key : keys) {
    if (key.is_string()) known.push_back(key.as_string());
  }
  return std::string(nearest(name, known));
}

// Wraps an error's message as the reference does. Suggests the most similar known name, unless the engine already has.
void Templates::explain(Diagnostic& diagnostic) {
  if (diagnostic.code == "undefined" && missing_.key.is_string() && !rendering_->is_sensitive) {
    const std::string name(missing_.key.as_string());
    if (missing_.is_variable) evaluator.context.ask("vars", name, diagnostic.where);
    if (diagnostic.fixes.empty()) {
      Diagnostic named = unknown_name(evaluator.context.sources, diagnostic.where, diagnostic.code, diagnostic.message,
                                      name, nearest_missing(name));
      named.notes = std::move(diagnostic.notes);
      diagnostic = std::move(named);
    }
  }
  missing_ = {};
  if (!diagnostic.message.starts_with(failure)) diagnostic.message = std::string(failure) + diagnostic.message + ">>";
}

// ---- rendering

jinja2::Template& Templates::compile(jinja2::Evaluator& templates, const Source& source, std::string_view folder,
                                     Compiled*& compiled) {
  // The cache key: everything that affects how a text is parsed.
  Context& context = evaluator.context;
  const std::string_view text = source.text.as_string();
  std::string key(strict_ && &templates == &strict_->evaluator ? "strict" : "lenient");
  key.append("\n").append(folder).append("\n");
  if (source.overrides != nullptr) key += write_json(Value::map(*source.overrides), context.budget);
  // The steps of a trace have places in the document, so each place is compiled separately.
  if (context.trace) key += std::to_string(source.text.origin());
  key.append("\n").append(text);
  compiled = &compiled_[key];
  if (compiled->tree != nullptr) return *compiled->tree;

  // Its source: the document when tracing, otherwise a file of its own.
  std::string stripped(trim(text));
  const auto skipped = static_cast<std::uint32_t>(text.size() - trim_start(text).size());
  jinja2::Place place;
  const std::vector<std::uint32_t> offsets = context.trace ? offsets_of(source) : std::vector<std::uint32_t>();
  if (!offsets.empty()) {
    place.file = source.file ? *source.file : context.sources.origin(source.text.origin()).file;
    for (std::uint32_t at = skipped; at < offsets.size(); ++at) {
      if (at == skipped || offsets[at] != offsets[at - 1] + 1) place.parts.emplace_back(at - skipped, offsets[at]);
    }
  } else {
    if (compiled->file == Compiled::no_file) {
      compiled->file = context.sources.add_file(std::string(template_path), std::string(text));
    }
    place = {compiled->file, {{0, skipped}}};
  }
  // Its syntax: Ansible's options, then the given ones, then those of a first line "#jinja2: …".
  jinja2::Syntax syntax = templates.options.syntax;
  if (source.overrides != nullptr) {
    for (const auto& [name, value] : *source.overrides) {
      if (name.is_string() && jinja2::set_syntax_option(syntax, name.as_string(), value)) continue;
      context.fail(name.origin(), "bad-options", "Unknown template option " + quote(key_text(name)) + ".");
    }
  }
  ansible::take_header(templates, stripped, place, syntax);
  compiled->tree = &templates.loader.compile(std::move(stripped), std::string(template_path), std::move(place), syntax);
  return *compiled->tree;
}

Value Templates::render(const Source& source, const Scope& scope) {
  Context& context = evaluator.context;
  context.budget.step();
  const Rendered rendered(*this, scope);
  if (source.text.sensitive()) note_sensitive();
  const bool is_lenient = this->is_lenient(scope);
  jinja2::Evaluator& templates = this->templates(is_lenient);
  std::string folder =
      source.folder ? *source.folder : folder_of(source.text.origin() != 0 ? source.text.origin() : source.where);
  Trace::Scope step(context.trace, "template", source.text.origin());
  // Diagnostics from here on have places in the compiled text.
  Compiled* compiled = nullptr;
  const std::size_t known = context.diagnostics.size();
  const auto locate_warnings = [&] {
    for (std::size_t at = known; at < context.diagnostics.size(); ++at) {
      locate(context.diagnostics[at], *compiled, source);
      if (rendering_->is_sensitive) hide_message(context.diagnostics[at], "a template");
    }
  };
  // In a lenient scope, the error's message is the result.
  try {
    const Silence silence(context, source.text.sensitive());
    jinja2::Template& tree = compile(templates, source, folder, compiled);
    const jinja2::Evaluator::Folder inside(templates, std::move(folder), false);
    Value result = finished(templates.render(tree));
    locate_warnings();
    step.done(result);
    return result;
  } catch (Error& error) {
    locate_warnings();
    locate(error.diagnostic, *compiled, source);
    if (rendering_->is_sensitive) hide_message(error.diagnostic, "a template");
    explain(error.diagnostic);
    if (!is_lenient) throw;
    context.warn(error.diagnostic.where, error.diagnostic.code, error.diagnostic.message);
    return finished(Value::string(error.diagnostic.message));
  }
}

Value Templates::look_up(const Value& plugin, std::span<const Value> terms, std::span<const jinja2::Keyword> options,
                         const Scope& scope, OriginId where) {
  const Rendered rendered(*this, scope);
  jinja2::Evaluator& templates = this->templates(is_lenient(scope));
  const auto* entry = templates.functions.find(jinja2::FunctionKind::lookup, plugin.as_string());
  if (entry == nullptr) {
    std::string_view near = evaluator.functions.nearest("lookup", plugin.as_string());
    evaluator.context.fail_name(plugin.origin() != 0 ? plugin.origin() : where, "unknown-lookup",
                                "Unknown lookup plugin " + quote(plugin.as_string()) + ".", plugin.as_string(), near);
  }
  const jinja2::Evaluator::Folder inside(templates, folder_of(where), false);
  const Value found = jinja2::apply(templates, *entry, nullptr, {terms, options});
  Value result = taken(found);
  return rendering_->is_sensitive ? marked_sensitive(evaluator.context, std::move(result)) : result;
}

Value Templates::finished(Value result) {
  result = taken(result);
  const bool is_sensitive = rendering_->is_sensitive || result.sensitive();
  if (result.is_object()) return is_sensitive && object_cast<External>(result) ? result.with_sensitive() : result;
  // Numbers carry no mark, except a secret text that was parsed as a number.
  if (result.is_number() && result.sensitive() && result.verbatim()) return result;
  result = std::move(result).with_sensitive(false).with_verbatim();
  return is_sensitive ? marked_sensitive(evaluator.context, std::move(result)) : result;
}

}  // namespace evalground::unfurl
