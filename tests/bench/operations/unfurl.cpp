// Unfurl: service templates of many resources, includes, merge directives.
#include "operations.hpp"

namespace evalground::bench {
namespace {

// Each with a port, an address and two expressions.
std::string resources(int size) {
  return "instances:\n" +
         repeat(size,
                "  node~:\n    attributes: {port: ~, host: h~.example.com, url: {eval: {concat: [\"http://\", {eval: "
                ".::host}, \":\", {eval: .::port}]}}, zone: {eval: .::host}}\n");
}

std::string templates(int size) {
  return "instances:\n" + repeat(size,
                                 "  node~:\n    attributes:\n      port: ~\n      host: h~.example.com\n"
                                 "      url: 'http://{{ SELF.host }}:{{ SELF.port }}/x'\n"
                                 "      next: '{{ SELF.port + 1 }}'\n"
                                 "      label: \"{{ SELF.url | to_dns_label }}\"\n");
}

Run query(int size) {
  Map workspace = with_document("unfurl", resources(size));
  workspace.set("expression", Value::string("::node7::url"));
  return evaluation(std::move(workspace));
}

Run whole(int size) {
  return evaluation(with_document("unfurl", resources(size)));
}

Run provenance(int size) {
  return evaluation(with_document("unfurl", resources(size)), "provenance");
}

Run outline(int size) {
  return evaluation(with_document("unfurl", resources(size)), "outline");
}

Run render(int size) {
  return evaluation(with_document("unfurl", templates(size)));
}

// Each attribute refers to that of one resource, a query to all of them.
Run siblings(int size) {
  Map workspace = with_document("unfurl", "instances:\n  r0: {attributes: {at: 1}}\n" +
                                              repeat(size, "  n~: {attributes: {at: {eval: '::r0::at'}}}\n"));
  workspace.set("expression", Value::string("{eval: '::*::at'}"));
  return evaluation(std::move(workspace));
}

Run includes(int size) {
  Map files{{"main.yaml", Value::string(repeat(size, "part~:\n  +include: lib/part~.yaml\n  key3: own\n"))}};
  for (int i = 0; i < size; ++i) {
    files.set("lib/part" + std::to_string(i) + ".yaml", Value::string("key1: {value: 1}\nkey3: other\n"));
  }
  Map workspace{{"dialect", Value::string("unfurl")},
                {"files", Value::map(std::move(files))},
                {"operation", Value::string("expand")}};
  return evaluation(std::move(workspace));
}

std::string merging(int size) {
  return "bases:\n  base:\n    image: \"app\"\n    env: {LOG: info, TRACE: \"off\"}\n    ports: [80, 443]\napps:\n" +
         repeat(
             size,
             "  # Application ~\n  app~:\n    +/bases/base:\n    name: \"app-~\"   # its name\n    env:\n      PORT: "
             "\"~\"\n");
}

Run expand(int size) {
  Map workspace = with_document("unfurl", merging(size));
  workspace.set("operation", Value::string("expand"));
  return evaluation(std::move(workspace));
}

Run restore(int size) {
  Map workspace = with_document("unfurl", merging(size));
  workspace.set("operation", Value::string("restore"));
  workspace.set(
      "changes",
      Value::list({Value::map({{"path", Value::string("/apps/app7/env/LOG")}, {"value", Value::string("debug")}})}));
  return evaluation(std::move(workspace));
}

Run restore_all(int size) {
  Map workspace = with_document("unfurl", merging(size));
  List changes;
  for (int i = 0; i < size; ++i) {
    changes.push_back(Value::map(
        {{"path", Value::string("/apps/app" + std::to_string(i) + "/env/LOG")}, {"value", Value::string("debug")}}));
  }
  workspace.set("operation", Value::string("restore"));
  workspace.set("changes", Value::list(std::move(changes)));
  return evaluation(std::move(workspace));
}

Run failing(int size) {
  return evaluation(with_document("unfurl", "instances:\n" + repeat(size,
                                                                    "  node~:\n    attributes: {at: {eval: {nofunction:"
                                                                    " ~}}}\n")),
                    "", false);
}

}  // namespace

std::vector<Operation> unfurl_operations() {
  return {
      {"unfurl/query", 300, true, query},         {"unfurl/whole", 100, true, whole},
      {"unfurl/provenance", 0, true, provenance}, {"unfurl/outline", 0, true, outline},
      {"unfurl/templates", 100, true, render},    {"unfurl/siblings", 0, true, siblings},
      {"unfurl/includes", 50, true, includes},    {"unfurl/expand", 100, true, expand},
      {"unfurl/restore", 100, true, restore},     {"unfurl/restore-all", 0, true, restore_all},
      {"unfurl/diagnostics", 0, true, failing},
  };
}

}  // namespace evalground::bench
