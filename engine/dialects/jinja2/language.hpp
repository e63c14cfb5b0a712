// Templates for the language services.
#pragma once

#include <string>
#include <unordered_map>

#include "dialects/jinja2/syntax/function_set.hpp"
#include "dialects/jinja2/syntax/options.hpp"
#include "runtime/language/language.hpp"

namespace evalground::jinja2 {

// Language services of template dialects: Jinja2, and those that extend it.
class TemplateLanguage : public Language {
 public:
  bool reads(std::string_view path, const Workspace& workspace) const override;
  void read(Context& context, std::uint32_t file, Reading& reading) const override;
  void connect(Context& context, Reading& reading) const override;
  std::string why_reserved(std::string_view kind, std::string_view name) const override;
  void check(Context& context, std::uint32_t file) const override;
  Caret at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const override;
  bool looks_at_references() const override { return true; }
  bool is_used_in_own_file() const override { return true; }
  Form form() const override { return Form::tags; }
  Pieces pieces(Context& context, const Stretch& expression) const override;

 protected:
  // The functions that templates can use.
  virtual const FunctionCatalogue& functions() const = 0;
  // The same as a template is parsed with; of several versions the newest.
  virtual FunctionSet known_functions() const = 0;
  // The options that those of a workspace are set over.
  virtual Options options_of(Context& context) const = 0;
  // A map of variables that there are besides the workspace's; undefined: none.
  virtual Value known_names(Context&) const { return {}; }
  Pieces pieces_of(Context& context, std::uint32_t file) const;
};

const Language& language();

// The same for templates within scalars of another language's documents.
Pieces template_pieces(std::string_view text, const TextPlace& place, const Syntax& syntax, Budget& budget);
// Names that only one template of a document has, with their symbols: the variable of a task's loop.
using LocalNames = std::unordered_map<std::string, std::uint32_t>;
// `functions`: those that templates can use.
void read_template(Context& context, const FunctionCatalogue& functions, const Pieces& pieces, std::uint32_t file,
                   Reading& reading, const LocalNames* locals = nullptr);

// What is known about a template from outside its text.
struct Surroundings {
  const FunctionCatalogue& functions;
  Value known = {};              // a map of variables that there are besides the workspace's; undefined: none
  const Reading* all = nullptr;  // the names of all files
};
Caret template_cursor(Context& context, const Pieces& pieces, std::uint32_t file, std::uint32_t offset,
                      Surroundings surroundings);

}  // namespace evalground::jinja2
