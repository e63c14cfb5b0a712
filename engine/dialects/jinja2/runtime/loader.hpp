// Parses templates and keeps them: files, and texts from expressions, variables and functions.
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

// The search path for templates.
struct TemplateSearch {
  std::vector<std::string> folders = {""};  // in order; empty: the root
  // Names are split at slashes: "a//b" and "./a/b" are "a/b", and a name with ".." is never found.
  bool splits_names = false;
};

class TemplateLoader {
 public:
  // `syntax`: the syntax of files and of texts in variables. All arguments must outlive the loader.
  TemplateLoader(Context& context, const Syntax& syntax, const FunctionSet& functions)
      : context_(context), own_syntax_(syntax), file_syntax_(&syntax), text_syntax_(&syntax), functions_(functions) {}

  // Parses a text as a template. Throws the first Error. With `problems`, all errors are added there and the result is
  // what could be parsed. The template lives as long as the loader.
  Template& compile(std::string text, std::string name, Place place, const Syntax& syntax,
                    std::vector<Diagnostic>* problems = nullptr);
  // Adds a template that another loader has parsed, for an evaluation that has ended.
  Template& adopt(std::shared_ptr<Template> source);
  using Loaded = std::unordered_map<std::string, std::shared_ptr<Template>>;  // by path
  // find() and load() take these, which another loader has loaded, where their files are the same.
  void reuse(Loaded loaded) { loaded_ = std::move(loaded); }
  // The templates of files in the usual syntax that were loaded, or given to reuse().
  Loaded take_loaded() { return std::move(loaded_); }
  // Parsed texts, by views into themselves.
  struct Parsed {
    std::shared_ptr<Template> source;
    Syntax syntax;
  };
  using Texts = std::unordered_map<std::string_view, Parsed>;
  // compile() takes these, which another loader has parsed, where text, name, place and syntax are the same. From now
  // on texts are kept.
  void keep_texts(Texts texts) {
    keeps_texts_ = true;
    known_ = std::move(texts);
  }
  // The texts that were compiled since.
  Texts take_texts() { return std::move(texts_); }
  // The template of a file, parsed once; null when the file is missing. Throws Error "template-not-found" for a binary
  // file.
  Template* find(std::string_view name);
  // The same. Throws Error "template-not-found" for a missing file as well.
  Template& load(std::string_view name);
  // The parsed templates in the order of parsing.
  const std::vector<std::shared_ptr<Template>>& templates() const { return templates_; }

  const TemplateSearch& search() const { return search_; }

  // Changes the search path while it lives.
  class Search {
   public:
    Search(TemplateLoader& loader, TemplateSearch search) : guard_(loader.search_, std::move(search)) {}

   private:
    ScopedValue<TemplateSearch> guard_;
  };

  // The syntax of files and the syntax of texts in variables. They differ within a file that sets its own.
  const Syntax& file_syntax() const { return *file_syntax_; }
  const Syntax& text_syntax() const { return *text_syntax_; }

  // Changes the syntax while it lives. Files are parsed again; texts as well, if a syntax for them is given.
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
  // A text that was parsed before; null: none.
  std::shared_ptr<Template> parsed(const std::string& text, const std::string& name, const Place& place,
                                   const Syntax& syntax);
  // The path of a template's file; absent when not found.
  std::optional<std::string> entry_of(std::string_view name) const;

  Context& context_;
  const Syntax& own_syntax_;
  const Syntax* file_syntax_;
  const Syntax* text_syntax_;
  const FunctionSet& functions_;
  std::vector<std::shared_ptr<Template>> templates_;
  std::unordered_map<std::string, Template*> by_path_;
  Loaded loaded_;
  bool keeps_texts_ = false;
  Texts known_;  // those of the other loader that this one has not used yet
  Texts texts_;
  TemplateSearch search_;
};

}  // namespace evalground::jinja2
