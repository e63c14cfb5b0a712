// Renders the templates of an evaluation: Jinja2 in Ansible's flavor with native types, in the scope of an expression.
//
// A template is parsed once, however many resources use it. Errors are reported at the exact characters of the YAML
// scalar.
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

  // A template to render, and its source.
  struct Source {
    Value text;
    OriginId where = 0;                 // place of errors that have no place in the template
    std::optional<std::uint32_t> file;  // set when the template is a whole file
    const Map* overrides = nullptr;     // options of Jinja's environment by name; null without overrides
    std::optional<std::string> folder;  // where `include` looks first; by default the folder of the template's file
  };
  // The value of a template. It is never evaluated again, and marked if anything sensitive was read. Throws Error; in a
  // lenient scope it returns the message as text instead.
  Value render(const Source& source, const Scope& scope);
  Value render(const Value& text, OriginId where, const Scope& scope) override {
    return render({.text = text, .where = where}, scope);
  }
  // The items that a lookup plugin finds. Throws Error "unknown-lookup".
  Value look_up(const Value& plugin, std::span<const Value> terms, std::span<const jinja2::Keyword> options,
                const Scope& scope, OriginId where);
  // The folder of an origin's file; the folder of the main document for any other origin.
  std::string folder_of(OriginId origin) const;

  Evaluator& evaluator;

  // ---- Called by templates

  // The templates of a template's evaluator.
  static Templates& of(jinja2::Evaluator& evaluator) { return static_cast<Templates&>(evaluator.variables); }
  // The templates of an evaluation.
  static Templates& of(Evaluator& evaluator) { return static_cast<Templates&>(evaluator.templates()); }
  // The scope of the template that is being rendered. Invariant: one is being rendered.
  const Scope& scope() const { return *rendering_->scope; }
  // The scope, nested in these variables.
  Scope scope_with(std::span<const jinja2::Keyword> variables);
  // A value of this dialect in the form that templates use. A sensitive value makes the result sensitive.
  Value given(jinja2::Evaluator& templates, Value value);
  // A value that a template made, in this dialect's form.
  Value taken(const Value& value);
  // Calls a function of this dialect by name.
  Value call(jinja2::Evaluator& templates, std::string_view name, Value argument,
             std::span<const jinja2::Keyword> keywords);
  // Records that the current template read something sensitive.
  void note_sensitive() { rendering_->is_sensitive = true; }
  // Records that a list or map lacks a key. If that makes the template fail, a similar key is suggested.
  void note_missing(const Value& holder, const Value& key);

  // ---- jinja2::Variables
  Value find(jinja2::Evaluator& templates, std::string_view name) override;
  std::vector<std::string_view> names() const override;
  Value adopt(jinja2::Evaluator& templates, Value object) override { return given(templates, std::move(object)); }
  std::optional<std::string> missing_message(const jinja2::Undefined& undefined) override;
  bool has_read_sensitive() const override { return rendering_ != nullptr && rendering_->is_sensitive; }

 private:
  // One rendering of a template. Renderings nest, because a template may read attributes that are templates.
  struct Rendering {
    const Scope* scope;
    bool is_sensitive = false;
  };
  class Rendered;
  // A template that was parsed as a file of its own. Its places are mapped to each scalar with the same text.
  struct Compiled {
    static constexpr std::uint32_t no_file = UINT32_MAX;
    std::uint32_t file = no_file;
    jinja2::Template* tree = nullptr;  // null: not parsed, or invalid
  };
  struct Missing {
    bool is_variable = false;
    Value holder;  // of a key: the container it was looked up in
    Value key;
  };

  // given() without recording sensitivity.
  Value in_template(jinja2::Evaluator& templates, Value value);
  bool is_lenient(const Scope& scope) const;
  jinja2::Evaluator& templates(bool is_lenient);
  jinja2::Template& compile(jinja2::Evaluator& templates, const Source& source, std::string_view folder,
                            Compiled*& compiled);
  // The file offset of each byte of a source's text; empty if it is not in a file.
  std::vector<std::uint32_t> offsets_of(const Source& source) const;
  // The place of a part of a template in the file of this source.
  OriginId place(OriginId where, const Compiled& compiled, const Source& source) const;
  void locate(Diagnostic& diagnostic, const Compiled& compiled, const Source& source) const;
  std::string nearest_missing(std::string_view name) const;
  void explain(Diagnostic& diagnostic);
  Value finished(Value result);

  std::unique_ptr<jinja2::Interpreter> strict_;
  std::unique_ptr<jinja2::Interpreter> lenient_;
  std::unordered_map<std::string, Compiled> compiled_;
  Rendering* rendering_ = nullptr;
  Missing missing_;  // the last missing name
};

std::unique_ptr<TemplateRenderer> make_templates(Evaluator& evaluator);

}  // namespace evalground::unfurl
