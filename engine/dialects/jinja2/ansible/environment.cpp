#include "dialects/jinja2/ansible/environment.hpp"

#include <algorithm>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
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

// True for "{{ x | to_json }}": filters whose text is never read as a value.
bool ends_in_text_filter(std::string_view text, const Syntax& syntax, Evaluator& evaluator) {
  const std::string pattern =
      R"(.*?\|\s*(?:string|to_json|to_nice_json|to_yaml|to_nice_yaml)(?:\([^\|]*\))?\s*\)?\s*(?:)" +
      escape_regex(syntax.variable_end) + ")";
  const CompiledRegex compiled = evaluator.context.regexes.compile(RegexSyntax::python, pattern);
  return compiled && compiled.regex->matches(text, RegexAnchor::start, evaluator.context.budget);
}

std::size_t newlines_at_end(std::string_view text) {
  return text.size() - trim_end(text, "\n").size();
}

Value template_text(Evaluator& evaluator, const Value& value, std::string_view name) {
  Syntax syntax = evaluator.options.syntax;
  syntax.escape_backslashes = true;
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
  options.undefined = Leniency::ansible;
  return options;
}

void take_header(Evaluator& evaluator, std::string& text, Place& place, Syntax& syntax) {
  constexpr std::string_view mark = "#jinja2:";
  if (!text.starts_with(mark)) return;
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string line = text.substr(mark.size(), end - mark.size());
  for (const std::string_view pair : Split(line, ",")) {
  options.syntax.looks_up_early = true;
  options.syntax.refuses_unknown = true;
    const std::size_t colon = pair.find(':');
    if (colon == std::string_view::npos) {
      evaluator.fail("bad-options", "failed to parse jinja2 override " + quote(trim(pair)) +
                                        "; expected a pair such as \"trim_blocks:False\".");
    }
    const std::string_view name = trim(pair.substr(0, colon));
    const std::optional<Value> value = python_literal(trim(pair.substr(colon + 1)), evaluator.context.budget);
    if (!value || !set_syntax_option(syntax, name, *value)) {
      evaluator.fail("bad-options", "failed to parse jinja2 override " + quote(trim(pair)) + ".");
    }
  }
  const std::size_t cut = std::min(end + 1, text.size());
  text.erase(0, cut);
  Place rest{place.file, {}};
  rest.parts.emplace_back(0, place.offset(static_cast<std::uint32_t>(cut)));
  for (const auto& [in_text, in_file] : place.parts) {
    if (in_text > cut) rest.parts.emplace_back(in_text - static_cast<std::uint32_t>(cut), in_file);
  }
  place = std::move(rest);
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
    return holds_template(value.as_string(), evaluator.options.syntax) ? template_text(evaluator, value, name) : value;
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

Value AnsibleVariables::find(Evaluator& evaluator, std::string_view name) {
  const Value* raw = map_.find(name);
  if (raw == nullptr) return {};
  const std::string key(name);
  if (const auto known = values_.find(key); known != values_.end()) return known->second;
  if (!open_.insert(key).second) {
    evaluator.fail("recursive-variable",
                   "recursive loop detected in template string: the variable '" + key + "' needs its own value.");
  }
  struct Closing {
    AnsibleVariables& variables;
    const std::string& key;
    ~Closing() { variables.open_.erase(key); }
  } closing{*this, key};
  Value value = recover(
      [&] {
        return in_frame(raw->origin(), "in variable", name, [&] { return template_value(evaluator, *raw, name); });
      },
      [&](const Error& error) {
        if (error.diagnostic.code != "undefined") throw error;
        return evaluator.undefined_hint(error.diagnostic.message);
      });
  return values_.emplace(key, std::move(value)).first->second;
}

std::vector<std::string_view> AnsibleVariables::names() const {
  return MapVariables(map_).names();
}

Value render_ansible(Evaluator& evaluator, std::string text, std::string name, Place place, Syntax syntax,
                     const Map* more) {
  take_header(evaluator, text, place, syntax);
  const std::size_t wanted = newlines_at_end(text);
  Template& source = evaluator.loader.compile(std::move(text), std::move(name), std::move(place), syntax);
  Value result = evaluator.render(source, more);
  if (!result.is_string() || wanted == 0) return result;
  const std::size_t there = newlines_at_end(result.as_string());
  if (there >= wanted) return result;
  return Value::string(std::string(result.as_string()) + std::string(wanted - there, '\n'))
      .with_sensitive(result.sensitive());
}

Value read_rendered(Evaluator& evaluator, const Value& rendered, const Syntax& syntax) {
  if (!rendered.is_string()) return rendered;
  const std::string_view text = rendered.as_string();
  const bool looks_like_value = (text.starts_with('{') && !text.starts_with(syntax.variable_start)) ||
                                text.starts_with('[') || text == "True" || text == "False";
  if (!looks_like_value) return rendered;
  const std::optional<Value> value = python_literal(text, evaluator.context.budget, true);
  return value ? value->with_sensitive(rendered.sensitive()) : rendered;
}

Value render_as_text(Evaluator& evaluator, std::string text, std::string name, Place place, Syntax syntax,
                     const Map& more) {
  const Evaluator::Folder folder(evaluator, std::string(directory_name(name)), true);
  return render_ansible(evaluator, std::move(text), std::move(name), std::move(place), std::move(syntax), &more);
}

Value convert_ansible(Evaluator& evaluator, std::string text, std::string name, Place place, const Syntax& syntax) {
  if (!holds_template(text, syntax)) return Value::string(text);
  const std::string_view lone = lone_name(text, syntax);
  if (!lone.empty()) {
    const auto* variables = dynamic_cast<const AnsibleVariables*>(&evaluator.variables);
    const Value* raw = variables == nullptr ? nullptr : variables->raw(lone);
    if (raw != nullptr && (raw->is_number() || raw->is_null() || raw->kind() == Kind::boolean || is_integer(*raw))) {
      return *raw;
    }
  }
  const bool stays_text = ends_in_text_filter(text, syntax, evaluator);
  const Value rendered = render_ansible(evaluator, std::move(text), std::move(name), std::move(place), syntax);
  return stays_text || evaluator.options.native ? rendered : read_rendered(evaluator, rendered, syntax);
}

}  // namespace evalground::jinja2
