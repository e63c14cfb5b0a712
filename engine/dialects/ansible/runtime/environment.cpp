// How Ansible evaluates templates around Jinja (see environment.hpp): the options of its environment, variables that
// are templates, the header "#jinja2:", and conversion of results. 2.14 follows ansible.template.Templar, 2.21
// ansible._internal._templating.

#include "dialects/ansible/runtime/environment.hpp"

#include <algorithm>
#include <optional>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/data/dates.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "dialects/ansible/runtime/header.hpp"
#include "dialects/ansible/runtime/options.hpp"
#include "dialects/ansible/runtime/vault_text.hpp"
#include "dialects/ansible/runtime/waiting.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/calls.hpp"
#include "dialects/jinja2/runtime/native.hpp"
#include "dialects/jinja2/runtime/nodes.hpp"
#include "dialects/jinja2/syntax/template.hpp"
#include "runtime/sensitive.hpp"
#include "value/big_integer.hpp"
#include "value/map.hpp"
#include "value/python_text.hpp"

namespace evalground::ansible {
namespace {

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The name in a text that consists of "{{ name }}" only; empty for any other text. A final newline is allowed.
std::string_view lone_name(std::string_view text, const Syntax& syntax) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (!text.starts_with(syntax.variable_start) || !text.ends_with(syntax.variable_end)) return {};
  if (text.size() < syntax.variable_start.size() + syntax.variable_end.size()) return {};
  text.remove_prefix(syntax.variable_start.size());
  text.remove_suffix(syntax.variable_end.size());
  text = trim(text);
  return std::all_of(text.begin(), text.end(), is_name_byte) ? text : std::string_view();
}

std::size_t newlines_at_end(std::string_view text) {
  return text.size() - trim_end(text, "\n").size();
}

// The value of a variable whose text is a template: with base = '/etc', '{{ base }}/x' -> '/etc/x'. The text becomes a
// source of its own, so an error points into the variable and not only at its use.
Value template_text(Evaluator& evaluator, const Value& value, std::string_view name) {
  TemplateLoader& loader = evaluator.loader;
  Syntax syntax = loader.text_syntax();
  syntax.escape_backslashes = true;
  // Options that a file sets for itself do not apply to the variables it reads, nor to files that those include.
  std::optional<TemplateLoader::Reading> reading;
  std::optional<Evaluator::KeepReading> kept;
  if (&loader.file_syntax() != &loader.text_syntax()) {
    reading.emplace(loader, loader.text_syntax());
    kept.emplace(evaluator);
  }
  std::string text(value.as_string());
  std::string title = "<variable " + std::string(name) + ">";
  const std::uint32_t file = evaluator.context.sources.add_file(title, text);
  // A secret that is a template is quoted by no message, and has no place in it.
  const bool is_secret = value.sensitive();
  Value result;
  // What the text has read belongs to its value, also where another template reads that.
  Provenance::Computation computation(evaluator.context.provenance);
  try {
    const Silence silence(evaluator.context, is_secret);
    result = convert_ansible(evaluator, {std::move(text), std::move(title), {file, {}}}, syntax);
  } catch (Error& error) {
    if (!is_secret) throw;
    hide_message(error.diagnostic, "a template that is a secret");
    error.diagnostic.where = value.origin();
    // Without its type: what catches an unknown name suggests one like it.
    throw Error(error.diagnostic);
  }
  computation.made(value.origin());
  return result.with_sensitive(result.sensitive() || value.sensitive()).with_origin(value.origin());
}

}  // namespace

Options ansible_options() {
  Options options;
  options.behavior = ansible_behavior;
  options.syntax.trim_blocks = true;
  options.syntax.looks_up_early = true;
  options.syntax.refuses_unknown = true;
  options.undefined = Leniency::ansible;
  return options;
}

Options ansible_2_21_options() {
  Options options = ansible_options();
  options.behavior = ansible_2_21_behavior;
  options.syntax.refuses_unknown = false;
  return options;
}

// Takes the first line off a template that begins with "#jinja2: trim_blocks:False, lstrip_blocks:True". This is the
// reading of 2.14. It accepts every attribute of the environment, and an unusable value only disables the template.
Header take_header(Evaluator& evaluator, std::string& text, Place& place, Syntax& syntax) {
  constexpr std::string_view mark = header_mark;
  if (!text.starts_with(mark)) return Header::absent;
  // Without a newline the reference cuts the last character off the line, and the line remains in the text.
  const std::size_t newline = text.find('\n');
  const std::size_t end = newline == std::string::npos ? text.size() - 1 : newline;
  const std::string line = end < mark.size() ? std::string() : text.substr(mark.size(), end - mark.size());
  Header header = Header::taken;
  for (const std::string_view pair : Split(line, ",")) {
    const std::size_t colon = pair.find(':');
    if (colon == std::string_view::npos) {
      evaluator.fail("bad-options", "failed to parse jinja2 override " + quote(trim(pair)) +
                                        "; expected a pair such as \"trim_blocks:False\".");
    }
    const std::string_view name = trim(pair.substr(0, colon));
    const std::optional<Value> value = python_literal(trim(pair.substr(colon + 1)), evaluator.context.budget);
    if (value && !set_syntax_attribute(syntax, name, *value, evaluator.truth(*value))) header = Header::unusable;
    if (!value) {
      evaluator.fail("bad-options", "failed to parse jinja2 override " + quote(trim(pair)) + ".");
    }
  }
  cut_front(text, place, newline == std::string::npos ? 0 : newline + 1);
  return header;
}

bool holds_template(std::string_view text, const Syntax& syntax) {
  return syntax.begins_template(text);
}

std::optional<Value> vault_text(Evaluator& evaluator, const Value& value) {
  const auto* vault = object_cast<VaultText>(value);
  if (vault == nullptr) return std::nullopt;
  const Value& text = vault->open(evaluator);
  if (auto* variables = dynamic_cast<AnsibleVariables*>(&evaluator.variables)) variables->note_vault(text);
  return text.with_origin(value.origin());
}

// Evaluates all texts of a value as 2.14 does: at once and through lists and maps, but not the keys. A verbatim text is
// a result or data, so it is returned unchanged even if it contains `{{`.
Value template_value(Evaluator& evaluator, const Value& value, std::string_view name) {
  const Depth depth = evaluator.context.budget.enter();
  evaluator.context.budget.step();
  if (value.verbatim()) return value;
  if (value.is_object()) {
    const std::optional<Value> text = vault_text(evaluator, value);
    return text ? template_value(evaluator, *text, name) : value;
  }
  if (value.is_string()) {
    return holds_template(value.as_string(), evaluator.loader.text_syntax()) ? template_text(evaluator, value, name)
                                                                             : value;
  }
  if (value.is_list() || value.kind() == Kind::tuple) {
    List items;
    items.reserve(value.as_list().size());
    for (const Value& item : value.as_list()) items.push_back(template_value(evaluator, item, name));
    return Value::list(std::move(items)).with_sensitive(value.sensitive()).with_origin(value.origin());
  }
  if (value.is_map()) {
    Map entries;
    for (const auto& [key, item] : value.as_map()) entries.set(key, template_value(evaluator, item, name));
    return Value::map(std::move(entries)).with_sensitive(value.sensitive()).with_origin(value.origin());
  }
  return value;
}

namespace {

constexpr std::string_view recursion_code = "recursive-variable";

Error recursion() {
  return Error(std::string(recursion_code), "Recursive loop detected in template.");
}

bool is_recursion(const Evaluator& evaluator, const Value& value) {
  return evaluator.is_failure(value) && evaluator.undefined(value).cause->diagnostic.code == recursion_code;
}

// The value of a variable's text. A failure is returned as a value.
Value carried_text(Evaluator& evaluator, const Value& text, std::string_view variable) {
  return recover(
      [&] {
        return in_frame(text.origin(), "in variable", variable,
                        [&] { return template_text(evaluator, text, variable); });
      },
      [&](const Error& error) { return evaluator.carried(error); });
}

// Marks all texts in the value as data, which is never evaluated.
Value as_data(const Value& value) {
  if (value.is_string()) return value.with_verbatim();
  if (value.is_list()) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(as_data(item));
    return Value::list(std::move(items)).with_origin(value.origin());
  }
  if (value.is_map()) {
    Map entries;
    for (const auto& [key, item] : value.as_map()) entries.set(key, as_data(item));
    return Value::map(std::move(entries)).with_origin(value.origin());
  }
  return value;
}

// Marks all texts in the value as unsafe.
void note_unsafe(Evaluator& evaluator, const Value& value) {
  const Depth depth = evaluator.context.budget.enter();
  evaluator.context.budget.step();
  evaluator.note_unsafe(value);
  if (value.is_list()) {
    for (const Value& item : value.as_list()) note_unsafe(evaluator, item);
  } else if (value.is_map()) {
    for (const auto& [key, item] : value.as_map()) note_unsafe(evaluator, item);
  }
}

}  // namespace

// Only the option `untrusted` needs a marked copy of the variables. Otherwise the map of the workspace is used as
// given.
AnsibleVariables::AnsibleVariables(const Context& context, const Map& vars) : base_{&vars} {
  const Map& options = context.workspace.options;
  if (options.find("untrusted") == nullptr) return;
  for (const auto& [key, value] : vars) {
    const bool is_data = key.is_string() && is_untrusted(options, key.as_string());
    marked_.set(key, is_data ? as_data(value) : value);
  }
  base_.map = &marked_;
}

// The variable as 2.21 gives it. A text is evaluated now. A list or map becomes a copy whose templates wait until they
// are read, so `server.name` works although `server.address` would fail.
Value AnsibleVariables::find_carrying(Evaluator& evaluator, const Value& raw, const std::string& name) {
  const Value value = vault_text(evaluator, raw).value_or(raw);
  if (!value.is_string()) return value.is_object() ? value : waiting_copy(evaluator, value, name);
  if (value.verbatim() || !is_template(value.as_string(), evaluator.loader.text_syntax())) return value;
  return carried_text(evaluator, value, name);
}

// Evaluates a waiting text when it is first read, and keeps the result. is_open detects a text that needs its own
// value.
Value AnsibleVariables::adopt(Evaluator& evaluator, Value object) {
  auto* const waiting = object_cast<Waiting>(object);
  if (waiting == nullptr) return object;
  if (waiting->value) return *waiting->value;
  if (waiting->is_open) return evaluator.carried(recursion());
  const ScopedValue<bool> open(waiting->is_open, true);
  Value value = carried_text(evaluator, waiting->text, waiting->variable);
  // A recursion is an error only while the variable is being evaluated, so it is not stored.
  if (!is_recursion(evaluator, value)) waiting->value = value;
  return value;
}

// A template within a string of a condition or lookup: `"{{ x }}" == 'a'`. Since 2.19 this is deprecated but still
// evaluated.
Value AnsibleVariables::embedded(Evaluator& evaluator, const Value& text, OriginId where) {
  evaluator.context.warn(where, "embedded-template",
                         "Jinja constant strings should not contain embedded templates. This feature will be disabled "
                         "by default in ansible-core 2.23.");
  return recover(
      [&] {
        const std::uint32_t file =
            evaluator.context.sources.add_file("<embedded template>", std::string(text.as_string()));
        return in_frame(where, "in the template of a text", "", [&] {
          return render_nodes(evaluator, {std::string(text.as_string()), "<embedded template>", {file, {}}},
                              evaluator.loader.text_syntax());
        });
      },
      [&](const Error& error) { return evaluator.carried(error); });
}

// Puts variables over the current ones for one template. Every name gets a new value in this layer, so a name may be
// read here although its outer evaluation is still open: {'port': '{{ port }}'} is no recursion.
AnsibleVariables::Layer::Layer(AnsibleVariables& variables, const Map& more, Budget& budget)
    : all_([&] {
        Map all = *variables.world_->map;
        budget.step(all.size());
        for (const auto& [key, value] : more) all.set(key, value);
        return all;
      }()),
      world_{&all_, {}, variables.world_->open},
      guard_(variables.world_, &world_) {
  for (const auto& [key, value] : more) world_.open.erase(std::string(key.as_string()));
}

// The value of a variable. A variable may contain templates that read further variables, so this function calls itself
// through the evaluator:
//
//   a: "{{ b }}/x",  b: "/etc"      a -> find(b) -> "/etc" -> "/etc/x"
//   a: "{{ b }}",    b: "{{ a }}"   a -> find(b) -> find(a), which is open: a recursion
//
// `world.open` holds the names in evaluation, `world.values` the finished ones, so each variable is evaluated once.
// 2.14 turns an undefined part into an undefined variable, so that `default` can catch it. Other errors end the
// template.
Value AnsibleVariables::find(Evaluator& evaluator, std::string_view name) {
  World& world = *world_;
  const Value* raw = world.map->find(name);
  if (raw == nullptr) {
    if (name == "vars" && world.has_vars) return Value::map(*world.map).with_verbatim();
    const bool has_omit = name == "omit" && evaluator.options.behavior.carries_failures;
    return has_omit ? make_object<Omit>(evaluator) : Value();
  }
  const std::string key(name);
  // A list or map may have been changed in place, which is visible in its own scope only. So it is evaluated again.
  if (const auto known = world.values.find(key); known != world.values.end()) {
    const Known& one = known->second;
    const bool is_scalar = one.value.kind() <= Kind::string;
    if (is_scalar || one.change_count == evaluator.change_count()) return one.value;
  }
  const bool carries = evaluator.options.behavior.carries_failures;
  if (!world.open.insert(key).second) {
    if (carries) return evaluator.carried(recursion());
    evaluator.fail("recursive-variable",
                   "recursive loop detected in template string: the variable '" + key + "' needs its own value.");
  }
  struct Closing {
    World& world;
    const std::string& key;
    ~Closing() { world.open.erase(key); }
  } closing{world, key};
  Value value = carries ? find_carrying(evaluator, *raw, key)
                        : recover(
                              [&] {
                                return in_frame(raw->origin(), "in variable", name,
                                                [&] { return template_value(evaluator, *raw, name); });
                              },
                              [&](const Error& error) {
                                if (error.diagnostic.code != "undefined") throw error;
                                return evaluator.undefined_hint(error.diagnostic.message);
                              });
  if (!marked_.empty() && is_untrusted(evaluator.context.workspace.options, name)) {
    has_read_untrusted_ = true;
    if (!carries) note_unsafe(evaluator, value);
  }
  return world.values.insert_or_assign(key, Known{std::move(value), evaluator.change_count()}).first->second.value;
}

std::vector<std::string_view> AnsibleVariables::names() const {
  return MapVariables(*world_->map).names();
}

namespace {

// The settings of the repository, or the usual ones.
const TemplateSettings& settings_of(const Context& context) {
  static const TemplateSettings usual;
  const auto* settings = dynamic_cast<const TemplateSettings*>(context.state.get());
  return settings == nullptr ? usual : *settings;
}

// The text without newlines at its end gets as many as the template had.
Value with_newlines(const Value& result, std::size_t wanted, std::string_view newline) {
  if (!result.is_string() || wanted == 0) return result;
  const std::size_t there = newlines_at_end(result.as_string());
  if (there >= wanted) return result;
  std::string whole(result.as_string());
  for (std::size_t missing = wanted - there; missing != 0; --missing) whole += newline;
  return Value::string(whole).with_verbatim(result.verbatim()).with_sensitive(result.sensitive());
}

// `converts`: the output stands for a value, also that of macros within it. It is parsed before newlines are restored.
// Renders as Templar.do_template() of 2.14. Jinja drops a final newline, and Ansible puts back as many as the template
// had: "{{ 1 }}\n\n" keeps both.
Value render_text(Evaluator& evaluator, SourceText given, Syntax syntax, const Map* more, bool converts) {
  const std::size_t wanted = newlines_at_end(given.text);
  // Included files are parsed with the same options.
  std::optional<TemplateLoader::Reading> reading;
  std::optional<Evaluator::KeepReading> kept;
  Syntax of_files;
  const Header header = take_header(evaluator, given.text, given.place, syntax);
  if (header == Header::unusable) return Value::string(given.text);
  if (header == Header::taken) {
    of_files = syntax;
    of_files.escape_backslashes = false;
    reading.emplace(evaluator.loader, of_files);
    kept.emplace(evaluator);
  }
  evaluator.set_reads_output(converts && !evaluator.gives_native());
  std::optional<std::string> written;
  if (settings_of(evaluator.context).keeps_undefined) written = given.text;
  return recover(
      [&] {
        Template& source =
            evaluator.loader.compile(std::move(given.text), std::move(given.name), std::move(given.place), syntax);
        const Value result = evaluator.render(source, more);
        return with_newlines(converts ? read_rendered(evaluator, result) : result, wanted, syntax.newline);
      },
      [&](const Error& error) {
        if (!written || error.diagnostic.code != "undefined") throw error;
        evaluator.context.warn(error.diagnostic.where, "kept-as-written",
                               "The template is kept as written, because of error_on_undefined_vars in ansible.cfg: " +
                                   error.diagnostic.message + ".");
        return Value::string(*written);
      });
}

// Reads the header as 2.19 does, where unknown options are errors.
bool take_strict_header(Evaluator& evaluator, std::string& text, Place& place, Syntax& syntax) {
  if (!text.starts_with(header_mark)) return false;
  Context& context = evaluator.context;
  const std::vector<RefusedOption> refused = read_strict_header(text, syntax, context.budget);
  if (!refused.empty()) {
    const RefusedOption& first = refused.front();
    const OriginId where =
        context.sources.add({place.file, place.offset(static_cast<std::uint32_t>(first.begin)),
                             place.offset(static_cast<std::uint32_t>(first.end)), Via::literal, 0, false});
    context.fail(where, "syntax", first.message);
  }
  cut_front(text, place, text.find('\n') + 1);
  return true;
}

}  // namespace

// Renders as 2.21, where a template of one expression gives its value: "{{ [1] }}" is a list. Only text gets its
// newlines back.
Value render_nodes(Evaluator& evaluator, SourceText given, Syntax syntax, const Map* more) {
  if (!is_template(given.text, syntax)) return Value::string(given.text);
  const std::size_t wanted = newlines_at_end(given.text);
  std::optional<TemplateLoader::Reading> reading;
  Syntax of_files;
  if (take_strict_header(evaluator, given.text, given.place, syntax)) {
    of_files = syntax;
    of_files.escape_backslashes = false;
    reading.emplace(evaluator.loader, of_files);
  }
  Template& source =
      evaluator.loader.compile(std::move(given.text), std::move(given.name), std::move(given.place), syntax);
  return with_newlines(evaluator.render(source, more), wanted, "\n");
}

namespace {

// The value of a text. A variable on its own that is a number, a boolean or none keeps its type. Otherwise it is the
// rendered text.
Value value_of_text(Evaluator& evaluator, SourceText source, const Syntax& syntax, const Map* more, bool converts) {
  if (evaluator.options.behavior.gives_nodes) {
    return render_nodes(evaluator, std::move(source), syntax, more);
  }
  if (!holds_template(source.text, syntax)) return Value::string(source.text);
  const std::string_view lone = lone_name(source.text, syntax);
  if (!lone.empty()) {
    const auto* variables = dynamic_cast<const AnsibleVariables*>(&evaluator.variables);
    const Value* raw = variables == nullptr ? nullptr : variables->raw(lone);
    if (raw != nullptr && (raw->is_number() || raw->is_null() || raw->kind() == Kind::boolean || is_integer(*raw))) {
      return *raw;
    }
  }
  return render_text(evaluator, std::move(source), syntax, more, converts);
}

// The value of `ansible_managed`: a format of Python, whose result is one of strftime.
Value managed_text(Evaluator& evaluator, std::string_view path) {
  const std::string& format = settings_of(evaluator.context).managed;
  const Keyword fields[] = {{"host", Value::string("localhost")},
                            {"uid", Value::string("root")},
                            {"file", Value::string(replace_all(path, "%", "%%"))}};
  const Value filled =
      call_value(evaluator, only_attribute_of(evaluator, Value::string(format), "format"), {.keywords = fields});
  const CivilTime now = civil_time(evaluator.context.clock.now());
  return Value::string(format_time(filled.as_string(), now, "UTC")).with_verbatim();
}

}  // namespace

// The variables that only a template file sees. No controller and no target exist here, so owner and host are fixed,
// and both dates are the clock of the run.
Map template_variables(Evaluator& evaluator, std::string_view name, std::string_view entry) {
  const Value now = make_datetime(evaluator, civil_time(evaluator.context.clock.now()));
  return {{"template_host", Value::string("localhost")},
          {"template_path", Value::string(name)},
          {"template_uid", Value::string("root")},
          {"template_fullpath", Value::string(Files::absolute(entry))},
          {"template_destpath", Value::null()},
          {"template_run_date", now},
          {"template_mtime", now},
          {"ansible_managed", managed_text(evaluator, name)}};
}

Value render_ansible(Evaluator& evaluator, SourceText source, const Syntax& syntax) {
  return render_text(evaluator, std::move(source), syntax, nullptr, false);
}

// Renders the file of `lookup('template')` in the middle of another template. What the outer template set up (search
// path, options of its first line, sensitivity) is put aside and restored by the guards.
Value render_for_lookup(Evaluator& evaluator, SourceText source, const Syntax& syntax, const Map& more, bool converts) {
  const Evaluator::Search search(evaluator, lookup_search(evaluator.context, directory_name(source.name)), true);
  std::optional<TemplateLoader::Reading> reading;
  if (!(evaluator.loader.text_syntax() == syntax)) reading.emplace(evaluator.loader, syntax, syntax);
  const Evaluator::KeepReading kept(evaluator);
  auto* variables = dynamic_cast<AnsibleVariables*>(&evaluator.variables);
  std::optional<AnsibleVariables::Layer> layer;
  if (variables != nullptr) layer.emplace(*variables, more, evaluator.context.budget);
  // Lazy values must be evaluated while the variables of this template are still in effect.
  return evaluator.forced(value_of_text(evaluator, std::move(source), syntax, layer ? nullptr : &more, converts));
}

PlayVariables::PlayVariables(Evaluator& evaluator)
    : syntax_([&] {
        Syntax syntax = ansible_options().syntax;
        syntax.has_do = evaluator.options.syntax.has_do;
        syntax.has_loop_controls = evaluator.options.syntax.has_loop_controls;
        return syntax;
      }()),
      kept_(evaluator) {
  auto* variables = dynamic_cast<AnsibleVariables*>(&evaluator.variables);
  if (variables == nullptr) return;
  base_.emplace(*variables);
  if (!(evaluator.loader.text_syntax() == syntax_)) reading_.emplace(evaluator.loader, syntax_, syntax_);
}

Value convert_ansible(Evaluator& evaluator, SourceText source, const Syntax& syntax) {
  return value_of_text(evaluator, std::move(source), syntax, nullptr, !evaluator.options.native);
}

}  // namespace evalground::ansible
