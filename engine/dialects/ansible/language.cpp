#include "dialects/ansible/language.hpp"

#include <algorithm>

#include "dialects/ansible/catalogue.hpp"
#include "dialects/ansible/checks_in_playbooks.hpp"
#include "dialects/ansible/flavor.hpp"
#include "dialects/ansible/names_in_inventories.hpp"
#include "dialects/ansible/names_in_playbooks.hpp"
#include "dialects/ansible/names_of_hosts.hpp"
#include "dialects/ansible/reserved_names.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/used_files.hpp"
#include "dialects/jinja2/language.hpp"
#include "runtime/language/yaml_text.hpp"

namespace evalground::ansible {
namespace {

bool is_playbook(std::uint32_t file, const Context& context) {
  return is_playbook_document(context.sources.path(file), context.sources.text(file));
}

bool is_ini(std::uint32_t file, const Context& context) {
  return is_ini_inventory(context.sources.path(file), context.sources.text(file));
}

class TextsOfRepository final : public jinja2::TemplateLanguage {
 public:
  bool reads(std::string_view path, const Workspace& workspace) const override {
    if (TemplateLanguage::reads(path, workspace)) return true;
    const Value* text = workspace.files.find(path);
    return text != nullptr && text->is_string() &&
           (is_playbook_document(path, text->as_string()) || is_ini_inventory(path, text->as_string()));
  }
  Form form_of(const Context& context, std::uint32_t file) const override {
    return is_playbook(file, context) ? Form::yaml : Form::tags;
  }
  bool reads_templates() const override { return true; }
  void define(Context& context, std::uint32_t file, Reading& reading) const override {
    if (is_ini(file, context)) return define_in_ini_inventory(context, file, reading);
    if (!is_playbook(file, context)) return;
    const auto yaml = std::make_shared<const YamlText>(context, file);
    define_in_playbook(context, *yaml, file, reading);
    constexpr std::size_t most = 200;
    if (reading.has_references(file) && reading.documents.size() < most) reading.documents.emplace(file, yaml);
  }
  void read(Context& context, std::uint32_t file, Reading& reading) const override {
    if (is_ini(file, context)) return read_ini_inventory_names(context, file, options_of(context).syntax, reading);
    if (!is_playbook(file, context)) {
      const Pieces pieces = pieces_of(context, file);
      jinja2::read_template(context, functions(), pieces, file, reading);
      refer_to_hosts(pieces, file, reading);
      return refer_to_looked_up_files(context, pieces, file, reading);
    }
    // Loops bind names for their own task alone; all other names were defined before.
    if (!reading.has_references(file)) return;
    const jinja2::Syntax syntax = options_of(context).syntax;
    const auto known = reading.documents.find(file);
    if (known == reading.documents.end()) {
      return read_playbook(context, YamlText(context, file), file, syntax, reading);
    }
    const std::shared_ptr<const YamlText> yaml = known->second;
    reading.documents.erase(known);
    read_playbook(context, *yaml, file, syntax, reading);
  }
  void connect(Context& context, Reading& reading) const override {
    TemplateLanguage::connect(context, reading);
    connect_plays(context, reading);
  }
  std::string why_reserved(std::string_view kind, std::string_view name) const override {
    if (kind == "group" && (name == "all" || name == "ungrouped")) return "Every inventory has this group.";
    const std::string why = kind == "variable" ? why_reserved_variable(name) : "";
    return why.empty() ? TemplateLanguage::why_reserved(kind, name) : why;
  }
  void check(Context& context, std::uint32_t file) const override {
    if (is_ini(file, context)) return;  // a host with such text in a comment is no mistake
    if (!is_playbook(file, context)) return TemplateLanguage::check(context, file);
    check_playbook(context, file, options_of(context));
  }
  Caret at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const override {
    return is_playbook(file, context) ? in_document(context, reading, file, offset)
                                      : TemplateLanguage::at(context, reading, file, offset);
  }
  Pieces pieces(Context& context, const Stretch& expression) const override {
    if (!is_playbook(expression.file, context)) return TemplateLanguage::pieces(context, expression);
    ScalarText text;
    text.text = context.sources.text(expression.file).substr(expression.begin, expression.end - expression.begin);
    text.place.file = expression.file;
    text.place.begin = expression.begin;
    const Reads reads = reads_as({}, text.text) == Reads::templates ? Reads::templates : Reads::expression;
    return pieces_of_text(text, reads, options_of(context).syntax, context.budget);
  }
  std::vector<std::string_view> kinds_of(std::string_view kind) const override {
    if (kind == "filter") return {ansible_filter, ansible_2_21_filter, kind};
    if (kind == "test") return {ansible_test, ansible_2_21_test, kind};
    if (kind == "global") return {ansible_global, ansible_2_21_global, kind};
    if (kind == "method") return {ansible_method, ansible_integer_method, kind};
    return {kind};
  }

 private:
  // In a template of a scalar, or at the name of a handler.
  Caret in_document(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const {
    const YamlText yaml(context, file, offset);
    const YamlSpot spot = yaml.spot(context.budget);
    Caret none;
    none.word = {file, offset, offset};
    if (spot.scalar == nullptr) return none;
    none.word = yaml.word(*spot.scalar);
    if (spot.is_key) return none;
    const std::vector<std::string_view> keys = spot.keys();
    const ScalarText text = yaml.scalar(*spot.scalar);
    const Reads reads = reads_as(keys, text.text.empty() ? " " : std::string_view(text.text));
    if (reads != Reads::nothing) {
      Pieces all = pieces_of_text(text, reads, options_of(context).syntax, context.budget);
      // The tag that ends a condition is not in the text. It comes after the position.
      if (reads == Reads::expression && !all.empty()) all.back().end = std::max(all.back().end, offset + 1);
      return jinja2::template_cursor(context, all, file, offset, {functions(), known_names(context), &reading});
    }
    std::size_t last = keys.size();
    while (last > 0 && keys[last - 1].empty()) --last;
    if (last > 0 && keys[last - 1] == "notify") none.symbols = {"handler"};
    if (last > 0 && keys[last - 1] == "hosts") none.symbols = {"group", "host"};
    if (last > 0 && keys[last - 1] == "delegate_to") none.symbols = {"host"};
    offer_used_files(context, file, keys, none);
    return none;
  }

  const FunctionCatalogue& functions() const override { return ansible::functions(); }
  jinja2::FunctionSet known_functions() const override { return function_set_2_21(); }
  jinja2::Options options_of(Context& context) const override { return options_of_flavor(context); }
  // Here, and not for templates within other languages: their modules have nothing of repositories.
  Value known_names(Context& context) const override { return names_of_hosts(context); }
};

}  // namespace

const Language& language() {
  static const TextsOfRepository texts;
  return texts;
}

}  // namespace evalground::ansible
