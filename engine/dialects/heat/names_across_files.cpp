#include "dialects/heat/names_across_files.hpp"

#include <algorithm>

#include "base/text/any_of.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/heat/environment/places.hpp"

namespace evalground::heat {
namespace {

// Kinds of symbols that have no place, and so are in no answer.
constexpr std::string_view owners = "templates with a parameter";
constexpr std::string_view giving = "templates with an output";
constexpr std::string_view nested = "nested template";
constexpr std::string_view registered = "templates of a type";

std::vector<std::string> kept(const Reading& reading, std::string_view kind, std::string_view name) {
  const Symbol* symbol = reading.find(kind, "", name);
  return symbol == nullptr ? std::vector<std::string>() : symbol->parameters;
}

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

std::string_view key_of(std::string_view content) {
  return trim(content.substr(0, content.find(':')), " \"'");
}

// Calls `f` with the keys directly below a section such as `parameters:` in a template in block style.
template <class F>
void each_key(std::string_view text, std::string_view section, Budget& budget, const F& f) {
  bool is_within = false;
  std::size_t level = 0;
  for (const std::string_view line : Split(text, "\n")) {
    budget.step();
    const std::string_view content = trim(line);
    if (content.empty() || content[0] == '#') continue;
    const std::size_t indent = indent_of(line);
    if (indent == 0) {
      is_within = content.starts_with(section);
      level = 0;
    } else if (is_within) {
      if (level == 0) level = indent;
      if (indent == level && content.find(':') != std::string_view::npos) f(key_of(content));
    }
  }
}

// Calls `f` with the values of `type:` anywhere in the text.
template <class F>
void each_type(std::string_view text, Budget& budget, const F& f) {
  constexpr std::string_view key = "type:";
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    budget.step();
    const std::size_t end = std::min(text.find_first_of("\n,}", at), text.size());
    f(trim(text.substr(at + key.size(), end - at - key.size()), " \"'\r"));
  }
}

// How many folders to go up and down from one file to the other.
std::size_t folders_between(std::string_view from, std::string_view to) {
  std::size_t shared = 0;
  for (std::size_t at = 0; at < std::min(from.size(), to.size()) && from[at] == to[at]; ++at) {
    if (from[at] == '/') shared = at + 1;
  }
  const auto depth = [&](std::string_view path) {
    const std::string_view rest = path.substr(shared);
    return static_cast<std::size_t>(std::count(rest.begin(), rest.end(), '/'));
  };
  return depth(from) + depth(to);
}

// "web-env.yaml", "web.env.yaml" are called after "web.yaml".
bool is_called_after(std::string_view environment, std::string_view path) {
  const std::string_view own = base_name(environment);
  const std::string_view name = base_name(path);
  const std::string_view stem = name.substr(0, name.size() - path_extension(name).size());
  return own.starts_with(stem) && own.size() > stem.size() &&
         std::string_view("-_.").find(own[stem.size()]) != std::string_view::npos;
}

void collect_registry(Context& context, std::uint32_t file, Reading& reading) {
  const YamlText yaml(context, file);
  const YamlNode* registry = yaml.root() == nullptr ? nullptr : value_of(*yaml.root(), "resource_registry");
  if (registry == nullptr || registry->kind != YamlNode::Kind::mapping) return;
  for (const YamlPair& pair : registry->pairs) {
    context.budget.step();
    if (!is_scalar(*pair.key) || !is_scalar(*pair.value)) continue;
    const auto path = nested_file(context, file, pair.value->text);
    if (!path) continue;
    reading.symbols[reading.symbol(registered, "", pair.key->text)].parameters.push_back(*path);
    reading.symbol(nested, "", *path);
  }
}

}  // namespace

// A type with the name of a template file is relative to the file that uses it, or else to the workspace.
std::optional<std::string> nested_file(Context& context, std::uint32_t file, std::string_view type) {
  if (!is_yaml_path(type) && !type.ends_with(".template")) return std::nullopt;
  const std::string folder = folder_of(context.sources.path(file));
  for (const std::string_view directory : {std::string_view(folder), Files::mount}) {
    const auto name = file_beside(type, directory);
    if (name && context.files.source(*name)) return name;
  }
  return std::nullopt;
}

void collect_names(Context& context, std::uint32_t file, Reading& reading) {
  const std::string_view text = context.sources.text(file);
  const std::string& path = context.sources.path(file);
  if (text.find("resource_registry:") != std::string_view::npos) return collect_registry(context, file, reading);
  // What Jinja2 makes a template of is no YAML.
  const bool is_generated = text.find("{%") != std::string_view::npos;
  if (is_generated || text.find("heat_template_version") == std::string_view::npos) return;
  each_key(text, "parameters:", context.budget, [&](std::string_view name) {
    reading.symbols[reading.symbol(owners, "", name)].parameters.push_back(path);
  });
  each_key(text, "outputs:", context.budget, [&](std::string_view name) {
    reading.symbols[reading.symbol(giving, "", name)].parameters.push_back(path);
  });
  each_type(text, context.budget, [&](std::string_view type) {
    if (const auto other = nested_file(context, file, type)) reading.symbol(nested, "", *other);
  });
}

std::vector<std::string> templates_with(const Reading& reading, std::string_view parameter) {
  return kept(reading, owners, parameter);
}

bool has_parameter(const Reading& reading, std::string_view path, std::string_view parameter) {
  const Symbol* symbol = reading.find(owners, "", parameter);
  return symbol != nullptr && contains(symbol->parameters, path);
}

bool has_output(const Reading& reading, std::string_view path, std::string_view output) {
  const Symbol* symbol = reading.find(giving, "", output);
  return symbol != nullptr && contains(symbol->parameters, path);
}

// Heat refuses a value for a parameter that the template lacks, so the environment does not belong to a template that
// has few of the names. One name may be wrong while somebody types.
std::vector<std::string> templates_of_environment(const Context& context, const Reading& reading, std::uint32_t file,
                                                  const std::vector<std::string_view>& names) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  for (const std::string_view name : names) {
    const Symbol* symbol = reading.find(owners, "", name);
    if (symbol == nullptr) continue;
    for (const std::string& path : symbol->parameters) {
      if (reading.find(nested, "", path) != nullptr) continue;
      auto known = std::find_if(counts.begin(), counts.end(), [&](const auto& one) { return one.first == path; });
      if (known == counts.end()) known = counts.insert(counts.end(), {path, 0});
      ++known->second;
    }
  }
  std::size_t most = 0;
  for (const auto& [path, count] : counts) most = std::max(most, count);
  if (2 * most <= names.size()) return {};
  // The nearest of those, or the one after which it is called.
  const std::string_view own = context.sources.path(file);
  std::vector<std::string> found;
  std::size_t nearest = std::string_view::npos;
  for (const auto& [path, count] : counts) {
    const std::size_t distance = folders_between(own, path);
    if (count != most || distance > nearest) continue;
    if (distance < nearest) found.clear();
    nearest = distance;
    found.push_back(path);
  }
  const auto is_namesake = [&](const std::string& path) { return is_called_after(own, path); };
  if (std::count_if(found.begin(), found.end(), is_namesake) != 1) return found;
  return {*std::find_if(found.begin(), found.end(), is_namesake)};
}

std::string template_of_default(const Context& context, const Reading& reading, std::string_view parameter) {
  const std::vector<std::string> all = templates_with(reading, parameter);
  if (contains(all, context.workspace.main)) return context.workspace.main;
  return all.size() == 1 ? all.front() : std::string();
}

std::vector<std::string> templates_of_type(const Reading& reading, std::string_view type) {
  return kept(reading, registered, type);
}

}  // namespace evalground::heat
