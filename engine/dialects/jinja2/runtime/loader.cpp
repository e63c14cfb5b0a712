// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/loader.hpp"

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/jinja2/syntax/parser.hpp"
#include "dialects/jinja2/syntax/resolver.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::size_t most_texts = 256;  // that are kept

}  // namespace

Template& TemplateLoader::compile(std::string text, std::string name, Place place, const Syntax& syntax,
                                  std::vector<Diagnostic>* problems) {
  if (text.find('\r') != std::string::npos) text = normalized_newlines(text, place);
  if (keeps_texts_ && problems == nullptr) {
    if (std::shared_ptr<Template> known = parsed(text, name, place, syntax)) return adopt(std::move(known));
  }
  templates_.push_back(std::make_shared<Template>(std::move(name), std::move(text), std::move(place)));
  Template& source = *templates_.back();
  const std::size_t messages = context_.diagnostics.size();
  parse(source, syntax, functions_, context_, problems);
  resolve_names(source, context_, syntax.looks_up_early);
  source.has_messages = context_.diagnostics.size() != messages;
  if (keeps_texts_ && problems == nullptr && !source.has_messages && texts_.size() < most_texts) {
    texts_.try_emplace(source.text, Parsed{templates_.back(), syntax});
  }
  return source;
}

std::shared_ptr<Template> TemplateLoader::parsed(const std::string& text, const std::string& name, const Place& place,
                                                 const Syntax& syntax) {
  auto found = texts_.find(text);
  if (found == texts_.end()) {
    auto before = known_.extract(text);
    if (before.empty()) return nullptr;
    found = texts_.insert(std::move(before)).position;
  }
  const Parsed& known = found->second;
  return known.source->name == name && known.source->place == place && known.syntax == syntax ? known.source : nullptr;
}

Template& TemplateLoader::adopt(std::shared_ptr<Template> source) {
  source->forget_notes();
  return *templates_.emplace_back(std::move(source));
}

std::optional<std::string> TemplateLoader::entry_of(std::string_view name) const {
  std::string wanted(name);
  if (search_.splits_names) {
    wanted.clear();
    for (const std::string_view part : Split(name, "/")) {
      if (part == "..") return std::nullopt;
      if (part.empty() || part == ".") continue;
      if (!wanted.empty()) wanted += '/';
      wanted += part;
    }
  }
  for (const std::string& folder : search_.folders) {
    std::optional<std::string> entry = Files::resolve(join_path(folder, wanted));
    if (entry && context_.files.find(*entry) != nullptr) return entry;
  }
  return std::nullopt;
}

Template* TemplateLoader::find(std::string_view name) {
  const std::optional<std::string> path = entry_of(name);
  if (!path) return nullptr;
  if (const auto found = by_path_.find(*path); found != by_path_.end()) return found->second;
  const std::optional<std::uint32_t> file = context_.files.source(*path);
  if (!file) throw Error("template-not-found", std::string(name));
  const std::string_view text = context_.sources.text(*file);
  if (file_syntax_ != &own_syntax_) {
    Template& source = compile(std::string(text), *path, {*file, {}}, *file_syntax_);
    by_path_.emplace(*path, &source);
    return &source;
  }
  std::shared_ptr<Template>& kept = loaded_[*path];
  Template& source = kept != nullptr && kept->is_of(*path, text, *file)
                         ? adopt(kept)
                         : compile(std::string(text), *path, {*file, {}}, *file_syntax_);
  kept = templates_.back();
  by_path_.emplace(*path, &source);
  return &source;
}

Template& TemplateLoader::load(std::string_view name) {
  Template* const found = find(name);
  if (found == nullptr) throw Error("template-not-found", std::string(name));
  return *found;
}

}  // namespace evalground::jinja2
