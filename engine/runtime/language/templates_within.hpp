// Templates within the documents of another language: a workflow has queries in `<% %>` and templates in `{{ }}`.
//
// The language of such documents does not depend on that of templates, which would double the size of its module. A
// program that has both connects them (dialects/dialects.cpp); without that, templates are plain text.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/language/language.hpp"
#include "runtime/language/yaml_text.hpp"

namespace evalground {

class TemplatesWithin {
 public:
  // Names that the document gives to its templates, with their symbols.
  using Names = std::unordered_map<std::string, std::uint32_t>;

  virtual ~TemplatesWithin() = default;
  virtual Pieces pieces(const ScalarText& text, Budget& budget) const = 0;
  virtual void read(Context& context, const Pieces& pieces, std::uint32_t file, const Names& names,
                    Reading& reading) const = 0;
  // `known`: a map of variables.
  virtual Caret at(Context& context, const Pieces& pieces, std::uint32_t file, std::uint32_t offset,
                   Value known) const = 0;
  // What is wrong whatever the values are. The functions of `filters` may be used as filters too.
  virtual std::vector<Diagnostic> problems(Context& context, const ScalarText& text,
                                           const FunctionCatalogue& filters) const = 0;
};

}  // namespace evalground
