// Reads templates and keeps them: by their file, or as texts that an expression, a variable or a function holds.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/scoped_value.hpp"
#include "dialects/jinja2/syntax/function_set.hpp"
#include "dialects/jinja2/syntax/options.hpp"
#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::jinja2 {

class TemplateLoader {
 public:
  // `syntax`: of templates that are files. All must outlive the loader.
  TemplateLoader(Context& context, const Syntax& syntax, const FunctionSet& functions)
      : context_(context), syntax_(syntax), functions_(functions) {}

  // Reads a text as a template. Throws the first Error; with `problems`, adds all errors there instead and gives what
  // could be read. The template lives as long as the loader.
  Template& compile(std::string text, std::string name, Place place, const Syntax& syntax,
                    std::vector<Diagnostic>* problems = nullptr);
  // The template of a file, read once. Throws Error "template-not-found".
  Template& load(std::string_view name);
  bool exists(std::string_view name) const { return entry_of(name).has_value(); }
  // Templates that were read, in the order of reading.
  const std::vector<std::unique_ptr<Template>>& templates() const { return templates_; }

  // While it lives, templates are looked for in a folder before the root.
  class Folder {
   public:
    Folder(TemplateLoader& loader, std::string folder) : guard_(loader.folder_, std::move(folder)) {}

   private:
    ScopedValue<std::string> guard_;
  };

 private:
  // The path of a template's file; nothing when there is none.
  std::optional<std::string> entry_of(std::string_view name) const;

  Context& context_;
  const Syntax& syntax_;
  const FunctionSet& functions_;
  std::vector<std::unique_ptr<Template>> templates_;
  std::unordered_map<std::string, Template*> by_path_;
  std::string folder_;  // empty: the root
};

}  // namespace evalground::jinja2
