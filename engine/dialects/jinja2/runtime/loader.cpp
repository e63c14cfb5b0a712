// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/loader.hpp"

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/jinja2/syntax/parser.hpp"
#include "dialects/jinja2/syntax/resolver.hpp"

namespace evalground::jinja2 {

Template& TemplateLoader::compile(std::string text, std::string name, Place place, const Syntax& syntax,
                                  std::vector<Diagnostic>* problems) {
  if (text.find('\r') != std::string::npos) text = normalized_newlines(text, place);
  templates_.push_back(std::make_shared<Template>(std::move(name), std::move(text), std::move(place)));
  Template& source = *templates_.back();
  parse(source, syntax, functions_, context_, problems);
  resolve_names(source, context_, syntax.looks_up_early);
  return source;
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

Template& TemplateLoader::load(std::string_view name) {
  const std::optional<std::string> path = entry_of(name);
  const auto missing = [&] { throw Error("template-not-found", std::string(name)); };
  if (!path) missing();
  if (const auto found = by_path_.find(*path); found != by_path_.end()) return *found->second;
  const std::optional<std::uint32_t> file = context_.files.source(*path);
  if (!file) missing();
  const std::string_view text = context_.sources.text(*file);
  const bool is_usual = file_syntax_ == &own_syntax_;
  const auto before = is_usual ? reusable_.find(*path) : reusable_.end();
  Template& source = before != reusable_.end() && before->second->is_of(*path, text, *file)
                         ? adopt(before->second)
                         : compile(std::string(text), *path, {*file, {}}, *file_syntax_);
  by_path_.emplace(*path, &source);
  if (is_usual) loaded_.emplace(*path, templates_.back());
  return source;
}

}  // namespace evalground::jinja2
