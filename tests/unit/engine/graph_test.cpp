// The graph of a run for each language: its nodes with their states, and its edges with their kinds.
#include <gtest/gtest.h>

#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

std::string text_at(const Value& value, std::string_view key) {
  const Value* found = value.as_map().find(key);
  return found == nullptr ? std::string() : std::string(found->as_string());
}

// The outcome of a workspace in YAML.
Value outcome_of(const std::string& workspace, std::string_view options = R"({"graph": true})") {
  Budget budget;
  ClosedHost host;
  return parse_json(evaluate(workspace, options, host), budget);
}

// The graph as lines: "kind name [state] (cluster)", then "from -kind label-> to".
std::string graph_of(const std::string& workspace) {
  const Value outcome = outcome_of(workspace);
  const Value* graph = outcome.as_map().find("graph");
  if (graph == nullptr) return "none";
  std::string lines;
  for (const Value& node : graph->as_map().find("nodes")->as_list()) {
    lines += text_at(node, "kind") + " " + text_at(node, "name");
    if (const std::string state = text_at(node, "state"); !state.empty()) lines += " [" + state + "]";
    if (const std::string cluster = text_at(node, "cluster"); !cluster.empty()) lines += " (" + cluster + ")";
    lines += "\n";
  }
  for (const Value& edge : graph->as_map().find("edges")->as_list()) {
    const std::string label = text_at(edge, "label");
    lines += text_at(edge, "from") + " -" + text_at(edge, "kind") + (label.empty() ? "" : " " + label) + "-> " +
             text_at(edge, "to") + "\n";
  }
  return lines;
}

TEST(Graph, IsThereOnlyWhereItIsAskedFor) {
  const std::string workspace = R"({"dialect": "jinja2", "main": "x"})";
  EXPECT_EQ(outcome_of(workspace, "{}").as_map().find("graph"), nullptr);
  EXPECT_NE(outcome_of(workspace).as_map().find("graph"), nullptr);
  EXPECT_EQ(graph_of(R"({"dialect": "yaql", "expression": "1"})"), "none");
}

TEST(Graph, OfAPolicyShowsCallsWhoseNamesAreComputed) {
  EXPECT_EQ(graph_of(R"yaml(dialect: cfengine
main: |
  bundle agent main
  {
    vars:
      "parts" slist => { "a", "b" };
    methods:
      "each" usebundle => "$(parts)";
      "by namespace" usebundle => default:c;
  }
  bundle agent a { }
  bundle agent b { }
  bundle agent c { }
)yaml"),
            "bundle main\nbundle a\nbundle b\nbundle c\n"
            "bundle main -usebundle-> bundle c\n"
            "bundle main -usebundle-> bundle a\nbundle main -usebundle-> bundle b\n");
}

TEST(Graph, OfAStackHasDependenciesAndNestedTemplates) {
  EXPECT_EQ(graph_of(R"yaml(dialect: heat
main: main.yaml
attributes: {server: {first_address: 192.0.2.1}}
files:
  main.yaml: |
    heat_template_version: wallaby
    conditions: {never: false}
    resources:
      net: {type: OS::Neutron::Net}
      server:
        type: OS::Nova::Server
        depends_on: net
        properties: {networks: [{network: {get_resource: net}}]}
      spare: {type: OS::Nova::Server, condition: never}
      inner: {type: inner.yaml}
    outputs:
      address: {value: {get_attr: [server, first_address]}}
  inner.yaml: |
    heat_template_version: wallaby
    resources:
      disk: {type: OS::Cinder::Volume}
      use: {type: OS::Cinder::VolumeAttachment, properties: {volume_id: {get_resource: disk}}}
)yaml"),
            R"(resource net
resource server
resource spare [unused]
resource inner
output address
resource disk (inner.yaml)
resource use (inner.yaml)
template inner.yaml (inner.yaml)
resources/server -depends_on-> resources/net
resources/server -get_resource-> resources/net
resources/inner -type-> file inner.yaml
outputs/address -get_attr-> resources/server
inner.yaml#resource/use -get_resource-> inner.yaml#resource/disk
)");
}

TEST(Graph, OfAnEnsembleHasRequirementsAndQueries) {
  EXPECT_EQ(graph_of(R"yaml(dialect: unfurl
main: main.yaml
files:
  main.yaml: |
    instances:
      db:
        attributes: {host: db.example}
      app:
        attributes: {url: {eval: "::db::host"}}
        requirements: [{database: db}]
)yaml"),
            R"(resource db
resource app
::app -reads-> ::db
::app -requirement database-> ::db
)");
}

TEST(Graph, OfAPolicyHasCallsAndTheListsThatPass) {
  EXPECT_EQ(graph_of(R"yaml(dialect: cfengine
main: main.cf
files:
  main.cf: |
    bundle agent main
    {
      vars:
          "hosts" slist => { "a", "b" };
      methods:
          "web" usebundle => web("secret", @(hosts));
      reports:
          "$(web.port)";
    }
    bundle agent web(word, names)
    {
      vars:
          "port" int => "80";
    }
    bundle agent lost
    {
    }
)yaml"),
            R"(bundle main
bundle web
bundle lost [unused]
bundle main -usebundle @(hosts)-> bundle web
)");
}

TEST(Graph, OfAnOperatorLeadsFromKindsThroughStagesToKinds) {
  EXPECT_EQ(graph_of(R"yaml(dialect: dcontroller
main: main.yaml
data:
  - {apiVersion: v1, kind: Pod, metadata: {name: a, namespace: default}}
files:
  main.yaml: |
    apiVersion: dcontroller.io/v1alpha1
    kind: Operator
    metadata: {name: copy}
    spec:
      controllers:
        - name: first
          sources: [{apiGroup: "", kind: Pod}]
          pipeline:
            - "@select": {"@eq": [$.metadata.name, b]}
            - "@project": {metadata: $.metadata}
          target: {kind: Web}
        - name: second
          sources: [{kind: Web}]
          pipeline: [{"@project": {metadata: $.metadata}}]
          target: {kind: Site}
)yaml"),
            R"(kind Pod
stage @select (controller/first)
stage @project [unused] (controller/first)
kind Web
stage @project [unused] (controller/second)
kind Site
controller/first/source/0 -then-> controller/first/0
controller/first/0 -then-> controller/first/1
controller/first/1 -writes-> controller/first/target
controller/first/target -then-> controller/second/0
controller/second/0 -writes-> controller/second/target
)");
}

TEST(Graph, OfATemplateHasIncludesAndInheritance) {
  EXPECT_EQ(graph_of(R"yaml(dialect: jinja2
main: main.j2
files:
  main.j2: |
    {% extends "base.j2" %}{% block a %}{% include "part.j2" %}{% include "gone.j2" ignore missing %}{% endblock %}
  base.j2: "{% import 'macros.j2' as m %}{% block a %}{% endblock %}"
  part.j2: "{% import 'macros.j2' as m %}"
  macros.j2: "{% macro f() %}{% endmacro %}"
)yaml"),
            R"(template main.j2
template base.j2
template macros.j2
template part.j2
template gone.j2 [failed]
1 -extends-> 3
3 -import-> 5
1 -include-> 7
7 -import-> 5
1 -include-> 9
)");
}

TEST(Graph, OfARepositoryHasGroupsPlaysRolesAndIncludes) {
  EXPECT_EQ(graph_of(R"yaml(dialect: jinja2
operation: inventory
options: {flavor: ansible, inventory: hosts.ini}
files:
  hosts.ini: |
    [web]
    web1
    [prod:children]
    web
  site.yml: |
    - import_playbook: db.yml
    - name: Web servers
      hosts: web:!old
      roles: [app, lost]
      tasks:
        - block:
            - include_role: {name: common}
  db.yml: |
    - hosts: web1
      tasks: [{import_tasks: gone.yml}]
  roles/app/meta/main.yml: "dependencies: [common]"
  roles/app/tasks/main.yml: |
    - ansible.builtin.include_tasks: more.yml
    - template: {src: app.j2, dest: /etc/app}
  roles/app/tasks/more.yml: "- debug: {msg: x}"
  roles/app/templates/app.j2: x
  roles/common/tasks/main.yml: "- debug: {msg: x}"
)yaml"),
            R"(group all
group ungrouped
group prod
group web
host web1
playbook site.yml
playbook db.yml
play web1
tasks gone.yml [failed]
play Web servers
role app
role common
tasks roles/app/tasks/more.yml
template roles/app/templates/app.j2
role lost [failed]
group/all -contains-> group/ungrouped
group/all -contains-> group/prod
group/prod -contains-> group/web
group/web -contains-> host/web1
playbook/site.yml -import_playbook-> playbook/db.yml
playbook/db.yml -play-> play/db.yml#1
play/db.yml#1 -import_tasks-> tasks/gone.yml
playbook/site.yml -play-> play/site.yml#1
play/site.yml#1 -role-> role/app
role/app -dependency-> role/common
role/app -include_tasks-> tasks/roles/app/tasks/more.yml
role/app -template-> template/roles/app/templates/app.j2
play/site.yml#1 -role-> role/lost
play/site.yml#1 -include_role-> role/common
play/db.yml#1 -hosts-> host/web1
play/site.yml#1 -hosts-> group/web
)");
}

TEST(Graph, EndsForTemplatesThatIncludeEachOther) {
  EXPECT_EQ(graph_of(R"yaml(dialect: jinja2
main: a.j2
files: {a.j2: "{% if x %}{% include 'b.j2' %}{% endif %}", b.j2: "{% include 'a.j2' %}"}
)yaml"),
            R"(template a.j2
template b.j2
1 -include-> 2
2 -include-> 1
)");
}

}  // namespace
}  // namespace evalground
