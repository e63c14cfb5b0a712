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

// Where templates that are named are looked for.
struct TemplateSearch {
  std::vector<std::string> folders = {""};  // in turn; empty: the root
  // A name is its parts between slashes: "a//b" and "./a/b" are "a/b", and nothing has a name with "..".
  bool splits_names = false;
};

// A text that is a template, and where it stands.
struct SourceText {
  std::string text;
  std::string name;
  Place place;
};

class TemplateLoader {
 public:
  // `syntax`: of files, and of texts that variables hold. All must outlive the loader.
  TemplateLoader(Context& context, const Syntax& syntax, const FunctionSet& functions)
      : context_(context), file_syntax_(&syntax), text_syntax_(&syntax), functions_(functions) {}

  // Reads a text as a template. Throws the first Error; with `problems`, adds all errors there instead and gives what
  // could be read. The template lives as long as the loader.
  Template& compile(std::string text, std::string name, Place place, const Syntax& syntax,
                    std::vector<Diagnostic>* problems = nullptr);
  // Adds a template that another loader has parsed, as the first one.
  Template& adopt(std::shared_ptr<Template> source) { return *templates_.emplace_back(std::move(source)); }
  // The template of a file, read once. Throws Error "template-not-found".
  Template& load(std::string_view name);
  bool exists(std::string_view name) const { return entry_of(name).has_value(); }
  // Templates that were read, in the order of reading.
  const std::vector<std::shared_ptr<Template>>& templates() const { return templates_; }

  const TemplateSearch& search() const { return search_; }

  // While it lives, templates are looked for elsewhere.
  class Search {
   public:
    Search(TemplateLoader& loader, TemplateSearch search) : guard_(loader.search_, std::move(search)) {}

   private:
    ScopedValue<TemplateSearch> guard_;
  };

  // The syntax of files, and that of texts that variables hold: they differ within a file that sets its own.
  const Syntax& file_syntax() const { return *file_syntax_; }
  const Syntax& text_syntax() const { return *text_syntax_; }

  // While it lives, files are read by another syntax, each anew; and texts, too, where that is given.
  class Reading {
   public:
    Reading(TemplateLoader& loader, const Syntax& files, const Syntax& texts)
        : file_syntax_(loader.file_syntax_, &files),
          text_syntax_(loader.text_syntax_, &texts),
          by_path_(loader.by_path_, {}) {}
    Reading(TemplateLoader& loader, const Syntax& files) : Reading(loader, files, loader.text_syntax()) {}

   private:
    ScopedValue<const Syntax*> file_syntax_;
    ScopedValue<const Syntax*> text_syntax_;
    ScopedValue<std::unordered_map<std::string, Template*>> by_path_;
  };

 private:
  // The path of a template's file; nothing when absent.
  std::optional<std::string> entry_of(std::string_view name) const;

  Context& context_;
  const Syntax* file_syntax_;
  const Syntax* text_syntax_;
  const FunctionSet& functions_;
  std::vector<std::shared_ptr<Template>> templates_;
  std::unordered_map<std::string, Template*> by_path_;
  TemplateSearch search_;
};

}  // namespace evalground::jinja2
