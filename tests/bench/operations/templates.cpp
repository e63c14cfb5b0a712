// Jinja2 and Ansible: loops, chains of filters, macros, includes, long templates.
#include "operations.hpp"

namespace evalground::bench {
namespace {

Map over_records(std::string text, int size) {
  Map workspace = with_expression("jinja2", std::move(text));
  workspace.set("vars", Value::map({{"rows", records(size)}}));
  return workspace;
}

Run loop(int size) {
  return evaluation(
      over_records("{% for row in rows %}{{ loop.index }}: {{ row.name }} {{ row.port }}"
                   "{% if row.on %} on{% else %} off{% endif %}\n{% endfor %}",
                   size));
}

Run filters(int size) {
  return evaluation(
      over_records("{% for row in rows %}{{ row.name | upper }} {{ row.tags | join(',') }} "
                   "{{ row.name | replace('host', 'h') }} {{ row.missing | default('-') }}\n{% endfor %}",
                   size));
}

Run macros(int size) {
  return evaluation(
      over_records("{% macro tag(name, value='') %}<{{ name }}>{{ value }}</{{ name }}>{% endmacro %}"
                   "{% for row in rows %}{{ tag('name', row.name) }}{% endfor %}",
                   size));
}

Run mapped(int size) {
  return evaluation(over_records("{{ rows | map(attribute='name') | map('upper') | join(',') | length }}", size));
}

Run selected(int size) {
  return evaluation(over_records(
      "{{ rows | selectattr('on') | rejectattr('port', 'lt', 7) | map(attribute='zone') | list | length }}", size));
}

Run sorted(int size) {
  return evaluation(over_records("{{ (rows | sort(attribute='name') | first).port }}", size));
}

Run grouped(int size) {
  return evaluation(
      over_records("{% for zone, items in rows | groupby('zone') %}{{ zone }}: {{ items | length }}\n{% endfor %}"
                   "{{ rows | map(attribute='name') | unique | list | length }}",
                   size));
}

Run texts(int size) {
  return evaluation(
      over_records("{% set all = rows | map(attribute='name') | join(' ') %}{{ all | wordcount }} "
                   "{{ all | replace('host', 'h') | length }} {{ rows | tojson | length }}",
                   size));
}

// What programs do to tables, filter after filter.
Run chains(int size) {
  return evaluation(over_records(
      "{% for round in range(10) %}{{ rows | selectattr('on') | map(attribute='name') | map('upper') | join(',') | "
      "length }} {{ (rows | sort(attribute='name') | first).port }} {{ rows | groupby('on') | length }} "
      "{{ rows | map(attribute='name') | unique | list | length }} {{ rows | tojson | length }} "
      "{{ rows | map(attribute='name') | join(' ') | wordcount }} "
      "{{ rows | map(attribute='name') | join(' ') | replace('host', 'h') | length }}\n{% endfor %}",
      size));
}

Run includes(int size) {
  Map workspace = over_records("{% for row in rows %}{% include 'row.j2' %}{% endfor %}", size);
  workspace.set("files", Value::map({{"row.j2", Value::string("{{ row.name }}:{{ row.port }}\n")}}));
  return evaluation(std::move(workspace));
}

// The template itself is long.
Run lines(int size) {
  return evaluation(with_expression(
      "jinja2", repeat(size, "{% if ~ > 3 %}{% set v = ~ %}{{ v | string | upper }}{% endif %} line {# text #}\n")));
}

Run provenance(int size) {
  return evaluation(over_records("{% for row in rows %}{{ row.name | upper }}:{{ row.port + 1 }}\n{% endfor %}", size),
                    "provenance");
}

// A role's template: the shape people write.
Run role(int size) {
  Map workspace = over_records(
      "# {{ ansible_managed | default('managed') }}\n"
      "{% for row in rows if row.on %}\n"
      "upstream {{ row.name | replace('-', '_') }} {\n"
      "{% for tag in row.tags %}\n"
      "  server {{ tag }}.{{ row.zone }}.example.com:{{ row.port | default(80, true) }}{{ ' backup' if not loop.first "
      "}};\n"
      "{% endfor %}\n}\n{% endfor %}\n",
      size);
  workspace.set("options", Value::map({{"mode", Value::string("ansible")}}));
  return evaluation(std::move(workspace));
}

}  // namespace

std::vector<Operation> template_operations() {
  return {
      {"jinja2/loop", 1'000, true, loop},       {"jinja2/filters", 500, true, filters},
      {"jinja2/macros", 500, true, macros},     {"jinja2/map", 1'000, true, mapped},
      {"jinja2/select", 1'000, true, selected}, {"jinja2/sort", 1'000, true, sorted},
      {"jinja2/group", 1'000, true, grouped},   {"jinja2/texts", 1'000, true, texts},
      {"jinja2/chains", 200, true, chains},     {"jinja2/includes", 500, true, includes},
      {"jinja2/lines", 300, true, lines},       {"jinja2/provenance", 0, true, provenance},
      {"jinja2/role", 300, true, role},
  };
}

}  // namespace evalground::bench
