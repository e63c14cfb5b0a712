#include "dialects/ansible/run.hpp"

#include <utility>

#include "base/crypto/vault.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/catalogue.hpp"
#include "dialects/ansible/flavor.hpp"
#include "dialects/ansible/runtime/config.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/ansible/runtime/vault_text.hpp"

namespace evalground::ansible {
namespace {

// The extensions that `ansible.cfg` names, of which two exist here.
void take_extensions(Context& context, const Config& config, Syntax& syntax) {
  for (const std::string& name : config.list("jinja2_extensions")) {
    if (name == "jinja2.ext.do") {
      syntax.has_do = true;
    } else if (name == "jinja2.ext.loopcontrols") {
      syntax.has_loop_controls = true;
    } else {
      context.warn(Config::place(context, name), "setting-ignored",
                   "The extension " + quote(name) +
                       " of ansible.cfg does not exist here; those that do are jinja2.ext.do and "
                       "jinja2.ext.loopcontrols.");
    }
  }
}

// The workspace's options; within a repository its `ansible.cfg` may ask for native values and extensions.
Options options_of_run(Context& context) {
  Options options = options_of_flavor(context);
  if (!is_project(context.workspace)) return options;
  const Config config(context.workspace, context.budget);
  take_extensions(context, config, options.syntax);
  const bool gives_values = options.convert_data || context.workspace.operation != "evaluate";
  if (gives_values && !options.behavior.gives_nodes && config.flag("jinja2_native", false)) options.native = true;
  return options;
}

// Ansible's functions, followed by the plugins of the workspace.
FunctionSet functions_of_run(Context& context, std::unique_ptr<Plugins>& plugins) {
  FunctionSet functions = follows_2_21(context.workspace.options) ? function_set_2_21() : function_set();
  plugins = Plugins::add(context, functions);
  return functions;
}

}  // namespace

Run::Run(Context& context_)
    : jinja2::Run(context_, flavor_of(context_.workspace.options), options_of_run(context_),
                  functions_of_run(context_, plugins)) {
  if (!is_project(context_.workspace)) return;
  const Config config(context_.workspace, context_.budget);
  managed = config.text("ansible_managed").value_or(managed);
  keeps_undefined = !config.flag("error_on_undefined_vars", true);
}

Project& Run::open_project() {
  auto& its_variables = dynamic_cast<AnsibleVariables&>(*variables);
  project = std::make_unique<Project>(evaluator(), its_variables, observed ? *observed : context.workspace.vars);
  return *project;
}

SourceText Run::opened(const std::string& path, std::uint32_t file) {
  const std::string_view text = context.sources.text(file);
  if (project == nullptr || !is_vault_text(text)) return jinja2::Run::opened(path, file);
  // The decrypted text is not in the workspace, so it becomes a source itself.
  const OriginId whole = context.sources.add({file, 0, 0, Via::file, 0, false});
  const std::string plain = open_vault(context, text, "the file " + quote(path), whole);
  return {plain, path, {context.sources.add_file("<decrypted template>", plain), {}}};
}

std::unique_ptr<jinja2::Run> make_run(Context& context) {
  return std::make_unique<Run>(context);
}

}  // namespace evalground::ansible
