#include "dialects/ansible/language.hpp"

#include "dialects/ansible/catalogue.hpp"
#include "dialects/ansible/flavor.hpp"
#include "dialects/ansible/names_of_hosts.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/language.hpp"
#include "runtime/language/yaml_text.hpp"

namespace evalground::ansible {
namespace {

// Defines the keys of a variable file, which are variables of hosts.
void define_variables(Context& context, std::uint32_t file, Reading& reading) {
  const YamlText yaml(context, file);
  if (yaml.root() == nullptr || yaml.root()->kind != YamlNode::Kind::mapping) return;
  for (const YamlPair& pair : yaml.root()->pairs) {
    context.budget.step();
    if (!is_scalar(*pair.key)) continue;
    const std::uint32_t symbol = reading.symbol("variable", "", pair.key->text);
    // Conditions and other files may use the name as well, so it cannot be renamed from here.
    reading.symbols[symbol].is_fixed = true;
    reading.define(symbol, yaml.inner(*pair.key), {file, yaml.place(pair.key->begin), yaml.place(pair.value->end)});
  }
}

class Templates final : public TemplateLanguage {
 public:
  bool reads(std::string_view path, const Workspace& workspace) const override {
    return TemplateLanguage::reads(path, workspace) || is_variable_file(path);
  }
  void read(Context& context, std::uint32_t file, Reading& reading) const override {
    if (is_variable_file(context.sources.path(file))) define_variables(context, file, reading);
    TemplateLanguage::read(context, file, reading);
  }
  std::vector<std::string_view> kinds_of(std::string_view kind) const override {
    if (kind == "filter") return {ansible_filter, ansible_2_21_filter, kind};
    if (kind == "test") return {ansible_test, ansible_2_21_test, kind};
    if (kind == "global") return {ansible_global, ansible_2_21_global, kind};
    if (kind == "method") return {ansible_method, ansible_integer_method, kind};
    return {kind};
  }

 private:
  const FunctionCatalogue& functions() const override { return ansible::functions(); }
  Options options_of(Context& context) const override { return options_of_flavor(context); }
  // Here, and not for templates within other languages: their modules have nothing of repositories.
  Value known_names(Context& context) const override { return names_of_hosts(context); }
};

}  // namespace

const Language& language() {
  static const Templates templates;
  return templates;
}

}  // namespace evalground::ansible
