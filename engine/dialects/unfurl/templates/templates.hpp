// Renders the templates of an evaluation: Jinja2 in Ansible's flavor with native types, over what an expression sees.
//
// A text is read once, however many resources use it. What fails stands at the very characters of the YAML scalar.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dialects/jinja2/execution/interpreter.hpp"
#include "dialects/unfurl/expression/evaluator.hpp"

namespace evalground::unfurl {

class Templates final : public TemplateRenderer, public jinja2::Variables {
 public:
  explicit Templates(Evaluator& evaluator);
  ~Templates() override;

  // A text to render and where it comes from.
  struct Source {
    Value text;
    OriginId where = 0;                 // of what fails when the text has no place of its own
    std::optional<std::uint32_t> file;  // whose whole text it is
    const Map* overrides = nullptr;     // options of Jinja's environment by name; null: none
    std::optional<std::string> folder;  // where `include` looks first; nothing: that of the text's file
  };
  // The value of a text: never evaluated again, marked when something sensitive was read for it. Throws Error, or
  // in a lenient scope gives its message as text.
  Value render(const Source& source, const Scope& scope);
  Value render(const Value& text, OriginId where, const Scope& scope) override {
    return render({.text = text, .where = where}, scope);
  }
  // The items that a lookup plugin finds. Throws Error "unknown-lookup".
  Value look_up(const Value& plugin, std::span<const Value> terms, std::span<const jinja2::Keyword> options,
                const Scope& scope, OriginId where);
  // The folder of the file that an origin is in; that of the main document for all else.
  std::string folder_of(OriginId origin) const;

  Evaluator& evaluator;

  // ---- For what templates call

  // Those of a template's evaluator.
  static Templates& of(jinja2::Evaluator& evaluator) { return static_cast<Templates&>(evaluator.variables); }
  // Those of an evaluation.
  static Templates& of(Evaluator& evaluator) { return static_cast<Templates&>(evaluator.templates()); }
  // The scope of the template that is being rendered. Invariant: there is one.
  const Scope& scope() const { return *rendering_->scope; }
  // The scope with variables in front.
  Scope scope_with(std::span<const jinja2::Keyword> variables);
  // A value of this dialect as templates see it; what is sensitive in it makes the result sensitive.
  Value given(jinja2::Evaluator& templates, Value value);
  // A value that a template made as this dialect has it.
  Value taken(const Value& value);
  // Calls a function of this dialect by its name.
  Value call(jinja2::Evaluator& templates, std::string_view name, Value argument,
             std::span<const jinja2::Keyword> keywords);
  // Something sensitive was read for the template that is being rendered.
  void note_sensitive() { rendering_->is_sensitive = true; }
  // A key of a list or map was not found: what is like it is named when that is what fails.
  void note_missing(const Value& holder, const Value& key);

  // ---- jinja2::Variables
  Value find(jinja2::Evaluator& templates, std::string_view name) override;
  std::vector<std::string_view> names() const override;
  Value adopt(jinja2::Evaluator& templates, Value object) override { return given(templates, std::move(object)); }
  std::optional<std::string> missing_message(const jinja2::Undefined& undefined) override;
  bool has_read_sensitive() const override { return rendering_ != nullptr && rendering_->is_sensitive; }

 private:
  // One template that is being rendered; they nest, as one reads attributes that are templates.
  struct Rendering {
    const Scope* scope;
    bool is_sensitive = false;
  };
  class Rendered;
  // A text that was read, under a file of its own: places in it are moved to each text that is the same.
  struct Compiled {
    static constexpr std::uint32_t no_file = UINT32_MAX;
    std::uint32_t file = no_file;
    jinja2::Template* tree = nullptr;  // null: not read, or it cannot be
  };
  struct Missing {
    bool is_variable = false;
    Value holder;  // of a key: where it was looked for
    Value key;
  };

  // given(), but for the mark.
  Value in_template(jinja2::Evaluator& templates, Value value);
  bool is_lenient(const Scope& scope) const;
  jinja2::Evaluator& templates(bool is_lenient);
  jinja2::Template& compile(jinja2::Evaluator& templates, const Source& source, std::string_view folder,
                            Compiled*& compiled);
  // For each byte of a source's text its offset in the file that it is written in; nothing when it is written in none.
  std::vector<std::uint32_t> offsets_of(const Source& source) const;
  // The place of a part of a template's text in the file that this source is written in.
  OriginId place(OriginId where, const Compiled& compiled, const Source& source) const;
  void locate(Diagnostic& diagnostic, const Compiled& compiled, const Source& source) const;
  std::string nearest_missing(std::string_view name) const;
  void explain(Diagnostic& diagnostic);
  Value finished(Value result);

  std::unique_ptr<jinja2::Interpreter> strict_;
  std::unique_ptr<jinja2::Interpreter> lenient_;
  std::unordered_map<std::string, Compiled> compiled_;
  Rendering* rendering_ = nullptr;
  Missing missing_;  // the last
};

std::unique_ptr<TemplateRenderer> make_templates(Evaluator& evaluator);

}  // namespace evalground::unfurl
