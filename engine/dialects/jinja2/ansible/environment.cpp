#include "dialects/jinja2/ansible/environment.hpp"

#include <algorithm>
#include <optional>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/jinja2/ansible/dates.hpp"
#include "dialects/jinja2/ansible/files.hpp"
#include "dialects/jinja2/runtime/native.hpp"
#include "dialects/jinja2/syntax/template.hpp"
#include "value/big_integer.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The name in a text that is nothing but "{{ name }}", and maybe a newline; empty for any other.
std::string_view lone_name(std::string_view text, const Syntax& syntax) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (!text.starts_with(syntax.variable_start) || !text.ends_with(syntax.variable_end)) return {};
  if (text.size() < syntax.variable_start.size() + syntax.variable_end.size()) return {};
  text.remove_prefix(syntax.variable_start.size());
  text.remove_suffix(syntax.variable_end.size());
  text = trim(text);
  return std::all_of(text.begin(), text.end(), is_word) ? text : std::string_view();
}

std::size_t newlines_at_end(std::string_view text) {
  return text.size() - trim_end(text, "\n").size();
}

Value template_text(Evaluator& evaluator, const Value& value, std::string_view name) {
  TemplateLoader& loader = evaluator.loader;
  Syntax syntax = loader.text_syntax();
  syntax.escape_backslashes = true;
  // What a file sets for itself does not hold for the variables that it reads, nor for files that they include.
  std::optional<TemplateLoader::Reading> reading;
  std::optional<Evaluator::KeepReading> kept;
  if (&loader.file_syntax() != &loader.text_syntax()) {
    reading.emplace(loader, loader.text_syntax());
    kept.emplace(evaluator);
  }
  std::string text(value.as_string());
  std::string title = "<variable " + std::string(name) + ">";
  const std::uint32_t file = evaluator.context.sources.add_file(title, text);
  Value result = convert_ansible(evaluator, std::move(text), std::move(title), {file, {}}, syntax);
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

Header take_header(Evaluator& evaluator, std::string& text, Place& place, Syntax& syntax) {
  constexpr std::string_view mark = "#jinja2:";
  if (!text.starts_with(mark)) return Header::absent;
  // A line without an end loses its last character, and stays in the text.
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
  const std::size_t cut = newline == std::string::npos ? 0 : newline + 1;
  text.erase(0, cut);
  Place rest{place.file, {}};
  rest.parts.emplace_back(0, place.offset(static_cast<std::uint32_t>(cut)));
  for (const auto& [in_text, in_file] : place.parts) {
    if (in_text > cut) rest.parts.emplace_back(in_text - static_cast<std::uint32_t>(cut), in_file);
  }
  place = std::move(rest);
  return header;
}

bool holds_template(std::string_view text, const Syntax& syntax) {
  for (const std::string* start : {&syntax.variable_start, &syntax.block_start, &syntax.comment_start}) {
    if (text.find(*start) != std::string_view::npos) return true;
  }
  return false;
}

Value template_value(Evaluator& evaluator, const Value& value, std::string_view name) {
  const Depth depth = evaluator.context.budget.enter();
  evaluator.context.budget.step();
  if (value.verbatim()) return value;
  if (value.is_string()) {
    return holds_template(value.as_string(), evaluator.loader.text_syntax()) ? template_text(evaluator, value, name)
                                                                             : value;
  }
  if (value.is_list() || value.kind() == Kind::tuple) {
    List items;
    items.reserve(value.as_list().size());
    for (const Value& item : value.as_list()) items.push_back(template_value(evaluator, item, name));
    Value result = value.is_list() ? Value::list(std::move(items)) : Value::tuple(std::move(items));
    return result.with_sensitive(value.sensitive()).with_origin(value.origin());
  }
  if (value.is_map()) {
    Map entries;
    for (const auto& [key, item] : value.as_map()) entries.set(key, template_value(evaluator, item, name));
    return Value::map(std::move(entries)).with_sensitive(value.sensitive()).with_origin(value.origin());
  }
  return value;
}

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

Value AnsibleVariables::find(Evaluator& evaluator, std::string_view name) {
  World& world = *world_;
  const Value* raw = world.map->find(name);
  if (raw == nullptr) return {};
  const std::string key(name);
  // A list or map that is in use may have been changed in place, which no other scope sees.
  if (const auto known = world.values.find(key); known != world.values.end()) {
    const Known& one = known->second;
    const bool is_scalar = one.value.kind() <= Kind::string;
    if (is_scalar || one.change_count == evaluator.change_count()) return one.value;
  }
  if (!world.open.insert(key).second) {
    evaluator.fail("recursive-variable",
                   "recursive loop detected in template string: the variable '" + key + "' needs its own value.");
  }
  struct Closing {
    World& world;
    const std::string& key;
    ~Closing() { world.open.erase(key); }
  } closing{world, key};
  Value value = recover(
      [&] {
        return in_frame(raw->origin(), "in variable", name, [&] { return template_value(evaluator, *raw, name); });
      },
      [&](const Error& error) {
        if (error.diagnostic.code != "undefined") throw error;
        return evaluator.undefined_hint(error.diagnostic.message);
      });
  return world.values.insert_or_assign(key, Known{std::move(value), evaluator.change_count()}).first->second.value;
}

std::vector<std::string_view> AnsibleVariables::names() const {
  return MapVariables(*world_->map).names();
}

namespace {

// `converts`: what is rendered stands for a value, as does what macros and the like give in it. It is read before
// newlines are added to a text.
Value render_text(Evaluator& evaluator, std::string text, std::string name, Place place, Syntax syntax, const Map* more,
                  bool converts) {
  const std::size_t wanted = newlines_at_end(text);
  // Files that it includes are read by the same syntax.
  std::optional<TemplateLoader::Reading> reading;
  std::optional<Evaluator::KeepReading> kept;
  Syntax of_files;
  const Header header = take_header(evaluator, text, place, syntax);
  if (header == Header::unusable) return Value::string(text);
  if (header == Header::taken) {
    of_files = syntax;
    of_files.escape_backslashes = false;
    reading.emplace(evaluator.loader, of_files);
    kept.emplace(evaluator);
  }
  evaluator.set_reads_output(converts && !evaluator.gives_native());
  Template& source = evaluator.loader.compile(std::move(text), std::move(name), std::move(place), syntax);
  Value result = evaluator.render(source, more);
  if (converts) result = read_rendered(evaluator, result);
  if (!result.is_string() || wanted == 0) return result;
  const std::size_t there = newlines_at_end(result.as_string());
  if (there >= wanted) return result;
  std::string whole(result.as_string());
  for (std::size_t missing = wanted - there; missing != 0; --missing) whole += syntax.newline;
  return Value::string(whole).with_verbatim(result.verbatim()).with_sensitive(result.sensitive());
}

// The value of a text: of a variable alone that is a number, a boolean or none that value, else what it renders.
Value value_of_text(Evaluator& evaluator, std::string text, std::string name, Place place, const Syntax& syntax,
                    const Map* more, bool converts) {
  if (!holds_template(text, syntax)) return Value::string(text);
  const std::string_view lone = lone_name(text, syntax);
  if (!lone.empty()) {
    const auto* variables = dynamic_cast<const AnsibleVariables*>(&evaluator.variables);
    const Value* raw = variables == nullptr ? nullptr : variables->raw(lone);
    if (raw != nullptr && (raw->is_number() || raw->is_null() || raw->kind() == Kind::boolean || is_integer(*raw))) {
      return *raw;
    }
  }
  return render_text(evaluator, std::move(text), std::move(name), std::move(place), syntax, more, converts);
}

}  // namespace

Map template_variables(Evaluator& evaluator, std::string_view name, std::string_view entry) {
  const Value now = make_datetime(evaluator, civil_time(evaluator.context.clock.now()));
  return {{"template_host", Value::string("localhost")},
          {"template_path", Value::string(name)},
          {"template_uid", Value::string("root")},
          {"template_fullpath", Value::string(Files::absolute(entry))},
          {"template_destpath", Value::null()},
          {"template_run_date", now},
          {"template_mtime", now},
          {"ansible_managed", Value::string("Ansible managed")}};
}

Value render_ansible(Evaluator& evaluator, std::string text, std::string name, Place place, const Syntax& syntax) {
  return render_text(evaluator, std::move(text), std::move(name), std::move(place), syntax, nullptr, false);
}

Value render_for_lookup(Evaluator& evaluator, std::string text, std::string name, Place place, const Syntax& syntax,
                        const Map& more, bool converts) {
  const Evaluator::Search search(evaluator, lookup_search(evaluator.context, directory_name(name)), true);
  std::optional<TemplateLoader::Reading> reading;
  if (!(evaluator.loader.text_syntax() == syntax)) reading.emplace(evaluator.loader, syntax, syntax);
  const Evaluator::KeepReading kept(evaluator);
  auto* variables = dynamic_cast<AnsibleVariables*>(&evaluator.variables);
  std::optional<AnsibleVariables::Layer> layer;
  if (variables != nullptr) layer.emplace(*variables, more, evaluator.context.budget);
  return value_of_text(evaluator, std::move(text), std::move(name), std::move(place), syntax, layer ? nullptr : &more,
                       converts);
}

PlayVariables::PlayVariables(Evaluator& evaluator) : syntax_(ansible_options().syntax), kept_(evaluator) {
  auto* variables = dynamic_cast<AnsibleVariables*>(&evaluator.variables);
  if (variables == nullptr) return;
  base_.emplace(*variables);
  if (!(evaluator.loader.text_syntax() == syntax_)) reading_.emplace(evaluator.loader, syntax_, syntax_);
}

Value convert_ansible(Evaluator& evaluator, std::string text, std::string name, Place place, const Syntax& syntax) {
  return value_of_text(evaluator, std::move(text), std::move(name), std::move(place), syntax, nullptr,
                       !evaluator.options.native);
}

}  // namespace evalground::jinja2
