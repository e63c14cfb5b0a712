// Which documents an editor's server takes for one of the languages, and which it leaves alone.
#include "workspaces/claim.hpp"

#include <gtest/gtest.h>
#include <string>

namespace evalground {
namespace {

Map folder(std::initializer_list<std::pair<std::string_view, std::string_view>> files) {
  Map made;
  for (const auto& [name, text] : files) made.set(name, Value::string(text));
  return made;
}

// "Ansible", "Jinja2 …"; empty when it is left alone.
std::string title(const Map& files, std::string_view path, std::string_view text, std::string_view language = "yaml") {
  const std::optional<Claim> made = claim({path, language, text}, FolderSigns(files), files);
  return made ? made->title : std::string();
}

constexpr std::string_view tasks = "- debug: {msg: \"{{ x | basename }}\"}\n";

TEST(Claim, TakesFilesOfAnAnsibleRepositoryByTheirFolders) {
  const Map files = folder({{"ansible.cfg", ""}, {"roles/app/tasks/main.yml", tasks}});
  EXPECT_EQ(title(files, "roles/app/tasks/main.yml", tasks), "Ansible");
  EXPECT_EQ(title(files, "roles/app/templates/a.conf.j2", "{{ a }}", "jinja"), "Ansible");
  EXPECT_EQ(title(files, "roles/app/templates/a.conf", "{{ a }}", "plaintext"), "Ansible");
  EXPECT_EQ(title(files, "group_vars/web.yml", "port: 80\n"), "Ansible");
  EXPECT_EQ(title(files, "site.yml", "- hosts: all\n"), "Ansible");
  EXPECT_EQ(title(files, "site.yml", "- name: All\n  import_playbook: a.yml\n"), "Ansible");
  EXPECT_EQ(title(files, "roles/app/meta/argument_specs.yml", "argument_specs: {}\n"), "Ansible");
  EXPECT_EQ(title(files, "roles/app/molecule/default/molecule.yml", "provisioner: {}\n"), "Ansible");
  EXPECT_EQ(title(files, "roles/app/molecule.yml", "provisioner: {}\n"), "");
  EXPECT_EQ(title(files, "requirements.yml", "- src: a.b\n"), "");
  EXPECT_EQ(title(files, "roles/app/files/compose.yml", "a: \"{{ b }}\"\n"), "");
}

TEST(Claim, TakesInventoriesByTheirText) {
  const Map files = folder({{"ansible.cfg", ""}});
  EXPECT_EQ(title(files, "inventories/prod/hosts", "web1 port=81\n[web]\nweb1\n", "ini"), "Ansible");
  EXPECT_EQ(title(files, "production", "[web:vars]\nport=80\n", "plaintext"), "Ansible");
  EXPECT_EQ(title(files, "inventory/a.yml", "---\n# ours\nweb:\n  # all of them\n  hosts:\n    web1:\n"), "Ansible");
  EXPECT_EQ(title(files, "hosts", "127.0.0.1 localhost\n", "plaintext"), "");
  EXPECT_EQ(title(files, "files/hosts", "[web]\nweb1\n", "ini"), "");
  EXPECT_EQ(title(files, "php.ini", "[PHP]\na = 1\n", "ini"), "");
  EXPECT_EQ(title(files, "requirements.yml", "roles:\n  - src: a\n"), "");
  EXPECT_EQ(title({}, "hosts", "[web]\nweb1\n", "ini"), "");
}

TEST(Claim, LeavesOtherProgramsFoldersAlone) {
  for (const std::string_view sign : {"Chart.yaml", "dbt_project.yml", "cookiecutter.json", "copier.yml", "top.sls"}) {
    const Map files = folder({{"x/" + std::string(sign), ""}, {"x/templates/a.j2", "{{ a }}"}});
    EXPECT_EQ(title(files, "x/templates/a.j2", "{{ a }}", "jinja"), "") << sign;
    EXPECT_NE(why_not({"x/templates/a.j2", "jinja", "{{ a }}"}, FolderSigns(files)).find(sign), std::string::npos);
  }
  const Map files = folder({{"roles/app/tasks/main.yml", tasks}, {"charts/x/Chart.yaml", ""}});
  EXPECT_EQ(title(files, "charts/x/templates/a.yaml", "a: {{ .Values.x }}\n"), "");
  EXPECT_EQ(title(files, ".github/workflows/ci.yml", "- hosts: ${{ github.sha }}\n"), "");
  EXPECT_EQ(title(files, ".gitlab-ci.yml", "- hosts: a\n"), "");
  EXPECT_EQ(title(files, "{{ cookiecutter.name }}/a.j2", "{{ a }}", "jinja"), "");
  EXPECT_EQ(title({}, "x/chat_template.jinja", "{% generation %}", "jinja"), "");
  EXPECT_EQ(title({}, "alert.j2", "{{#is_alert}}down{{/is_alert}}\n", "jinja"), "");
  EXPECT_EQ(title({}, "values.yaml", "a: \"{{ b }}\"\n"), "");
  EXPECT_EQ(title({}, "a.yaml", "a: b\n", "helm"), "");
  EXPECT_EQ(title({}, "a.j2.yaml", "heat_template_version: 2018-08-31\n"), "");
}

TEST(Claim, AConfigurationOfHomeAssistantIsKnownByItsText) {
  const Map home = folder({{"configuration.yaml", "default_config:\n"}});
  EXPECT_EQ(title(home, "automations/a.j2", "{{ states('x') }}", "jinja"), "");
  const Map other = folder({{"configuration.yaml", "a: 1\n"}});
  EXPECT_EQ(title(other, "a.j2", "{{ x }}", "jinja"), "Jinja2");
}

TEST(Claim, TakesDocumentsThatSayWhatTheyAre) {
  EXPECT_EQ(title({}, "a.yaml", "heat_template_version: 2018-08-31\n"), "Heat");
  EXPECT_EQ(title({}, "a.yaml", "apiVersion: unfurl/v1alpha1\n"), "Unfurl");
  EXPECT_EQ(title({}, "a.yaml", "apiVersion: dcontroller.io/v1alpha1\n"), "Δ-controller");
  EXPECT_EQ(title({}, "a.yaml", "version: '2.0'\nw:\n  tasks:\n    a: {x: <% $ %>}\n"), "YAQL");
  EXPECT_EQ(title({}, "a.yaml", "version: '2.0'\nservices: {}\n"), "");
  EXPECT_EQ(title({}, "a.yml", "- hosts: all\n"), "Ansible");
  EXPECT_EQ(title({}, "a.yaql", "$"), "YAQL");
  EXPECT_EQ(title({}, "a.yaml.j2", "apiVersion: unfurl/v1alpha1\n", "jinja"), "Jinja2");
}

TEST(Claim, TakesAnEnvironmentThatOnlySetsParametersBesideATemplate) {
  constexpr std::string_view environment = "# ours\n---\nparameters:\n  n: 1\n";
  const Map files = folder({{"a/stack.yaml", "heat_template_version: 2018-08-31\n"}});
  EXPECT_EQ(title(files, "a/env.yaml", environment), "Heat");
  EXPECT_EQ(title(files, "a/environments/env.yaml", environment), "Heat");
  EXPECT_EQ(title(files, "b/env.yaml", environment), "");
  EXPECT_EQ(title(files, "a/env.yaml", "parameters:\n  n: 1\nsteps: []\n"), "");
  EXPECT_EQ(title(files, "a/env.json", environment), "");
}

TEST(Claim, TakesFilesThatAPlaybookHasInItsVarsFiles) {
  const Map files =
      folder({{"ansible.cfg", ""}, {"plays/site.yml", "- hosts: all\n  vars_files:\n    - ../config/a.yml\n"}});
  EXPECT_EQ(title(files, "config/a.yml", "port: 80\n"), "Ansible");
  EXPECT_EQ(title(files, "plays/a.yml", "port: 80\n"), "");
  EXPECT_EQ(title(files, "config/b.yml", "port: 80\n"), "");
}

TEST(Claim, APolicyHasABundleOrABody) {
  EXPECT_EQ(title({}, "a.cf", "bundle agent main {\n}\n", "cfengine3"), "CFEngine");
  EXPECT_EQ(title({}, "main.cf", "myhostname = a\n", "cfengine3"), "");
  EXPECT_EQ(title({}, "main.cf", "myhostname = a\n", "plaintext"), "");
}

TEST(Claim, GivesTheOptionsOfARepository) {
  const Map files = folder({{"deploy/ansible.cfg", ""},
                            {"deploy/inventories/prod/hosts.ini", ""},
                            {"deploy/roles/app/tasks/main.yml", tasks}});
  const std::optional<Claim> role =
      claim({"deploy/roles/app/tasks/main.yml", "yaml", tasks}, FolderSigns(files), files);
  ASSERT_TRUE(role);
  EXPECT_EQ(role->folder, "deploy");
  EXPECT_EQ(role->evaluates, Evaluates::host);
  EXPECT_EQ(role->options.find("role")->as_string(), "app");
  EXPECT_EQ(role->options.find("inventory")->as_string(), "inventories/prod/hosts.ini");
  EXPECT_EQ(role->reasons.size(), 2U);
  const Map alone = folder({{"tasks/main.yml", tasks}, {"templates/a.j2", "{{ a }}"}});
  const std::optional<Claim> part = claim({"templates/a.j2", "jinja", "{{ a }}"}, FolderSigns(alone), alone);
  ASSERT_TRUE(part);
  EXPECT_EQ(part->evaluates, Evaluates::document);
  EXPECT_EQ(part->options.find("role")->as_string(), ".");
  EXPECT_EQ(part->options.find("inventory")->as_string(), "localhost,");
}

TEST(Claim, ARoleIsSeenInThePlaybookThatHasIt) {
  for (const std::string_view roles :
       {"roles: [app]", "roles:\n    - app", "roles:\n    - {role: app, port: 81}", "roles:\n    - role: 'app' # ours",
        "tasks:\n    - include_role: {name: app}", "tasks:\n    - import_role:\n        name: app"}) {
    const std::string playbook = std::string("- hosts: all\n  ").append(roles).append("\n");
    const Map files = folder({{"roles/app/tasks/main.yml", tasks},
                              {"a.yml", "- hosts: all\n  roles: [apple, my_app]\n"},
                              {"plays/z.yml", "- hosts: all\n  roles: [app]\n"},
                              {"site.yml", playbook}});
    const std::optional<Claim> role = claim({"roles/app/tasks/main.yml", "yaml", tasks}, FolderSigns(files), files);
    ASSERT_TRUE(role);
    ASSERT_TRUE(role->options.contains("play")) << roles;
    EXPECT_EQ(role->options.find("play")->as_string(), "site.yml") << roles;
  }
}

TEST(Claim, TheInventoryIsTheOneBesideTheVariables) {
  const Map files = folder(
      {{"ansible.cfg", ""}, {"inventories/prod/hosts", "[web]\nweb1\n"}, {"inventories/test/hosts", "[web]\ntest1\n"}});
  const auto inventory = [&](std::string_view path, std::string_view text) {
    return claim({path, "yaml", text}, FolderSigns(files), files)->options.find("inventory")->as_string();
  };
  EXPECT_EQ(inventory("inventories/test/group_vars/web.yml", "port: 80\n"), "inventories/test/hosts");
  EXPECT_EQ(inventory("inventories/test/hosts", "[web]\ntest1\n"), "inventories/test/hosts");
  EXPECT_EQ(inventory("inventories/prod/host_vars/web1/a.yml", "port: 80\n"), "inventories/prod/hosts");
}

TEST(Claim, ConfiguredInventoriesWinForTheFilesOfTheirs) {
  const auto has_inventory = [](std::string_view configured) {
    const std::string settings = std::string("[defaults]\ninventory = ").append(configured).append("\n");
    const Map files =
        folder({{"ansible.cfg", settings}, {"inv/prod/hosts", "[web]\nweb1\n"}, {"inv/test/hosts", "[web]\ntest1\n"}});
    return claim({"inv/test/group_vars/web.yml", "yaml", "port: 80\n"}, FolderSigns(files), files)
        ->options.contains("inventory");
  };
  EXPECT_TRUE(has_inventory("inv/prod/hosts"));
  EXPECT_FALSE(has_inventory("inv/test/hosts"));
  EXPECT_FALSE(has_inventory("inv/prod/hosts, inv/test"));
  EXPECT_FALSE(has_inventory("./inv"));
}

TEST(Claim, APlaybookBesideAnInventoryHasHosts) {
  const std::string playbook = "- hosts: web\n";
  const Map files =
      folder({{"a/hosts", "[web]\nweb1\n"}, {"a/site.yml", playbook}, {"b/hosts", "127.0.0.1 localhost\n"}});
  const std::optional<Claim> made = claim({"a/site.yml", "yaml", playbook}, FolderSigns(files), files);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->folder, "a");
  EXPECT_EQ(made->options.find("inventory")->as_string(), "hosts");
  const std::optional<Claim> alone = claim({"b/site.yml", "yaml", playbook}, FolderSigns(files), files);
  ASSERT_TRUE(alone);
  EXPECT_FALSE(alone->options.contains("inventory"));
}

TEST(Claim, ATemplateIsSeenInThePlaybookThatUsesIt) {
  const Map files = folder({{"ansible.cfg", ""},
                            {"other.yml", "- hosts: all\n  vars: {t.j2: 1}\n"},
                            {"site.yml", "- hosts: all\n  tasks:\n    - template: {src: t.j2, dest: /x}\n"}});
  const std::optional<Claim> made = claim({"templates/t.j2", "jinja", "{{ x }}"}, FolderSigns(files), files);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->options.find("play")->as_string(), "site.yml");
  EXPECT_FALSE(claim({"templates/u.j2", "jinja", "{{ x }}"}, FolderSigns(files), files)->options.contains("play"));
}

TEST(FolderSigns, FindsTheInnermostSignAndTheOutermostRepository) {
  const Map files =
      folder({{"ansible.cfg", ""}, {"roles/a/tasks/main.yml", ""}, {"roles/a/files/chart/Chart.yaml", ""}});
  const FolderSigns signs(files);
  EXPECT_EQ(signs.ansible_root("roles/a/tasks/main.yml")->folder, "");
  EXPECT_EQ(signs.innermost("roles/a/tasks/main.yml")->folder, "roles/a");
  EXPECT_EQ(signs.innermost("roles/a/files/chart/templates/x.yaml")->folder, "roles/a/files/chart");
  EXPECT_EQ(signs.ansible_root("roles/a/files/chart/templates/x.yaml"), nullptr);
  EXPECT_EQ(FolderSigns().innermost("a"), nullptr);
}

TEST(Claim, TakesTemplatesOfStackStorm) {
  constexpr std::string_view tasks = "version: 1.0\ntasks:\n  a:\n    action: core.echo message=\"{{ ctx().x }}\"\n";
  EXPECT_EQ(title({}, "actions/workflows/a.yaml", tasks), "YAQL");
  EXPECT_EQ(title({}, "a.yaml", "chain:\n  - name: a\n    ref: core.echo\n    parameters: {x: \"{{ y }}\"}\n"), "YAQL");
  EXPECT_EQ(title({}, "a.yaml", "parameters: {x: {default: \"{{ y }}\"}}\nrunner_type: local-shell-cmd\n"), "YAQL");
  EXPECT_EQ(title({}, "a.yaml", "runner_type: local-shell-cmd\n"), "");
  // A file of Task, whose templates are Go's.
  EXPECT_EQ(title({}, "Taskfile.yml", "version: '2'\ntasks:\n  a:\n    cmds: [\"echo {{.X}}\"]\n"), "");
}

}  // namespace
}  // namespace evalground
