#include "dialects/jinja2/description.hpp"

#include "dialects/jinja2/syntax/options.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::string_view extensions[] = {"j2", "jinja", "jinja2"};
constexpr Input inputs[] = {
    {"vars", "Vars", "Variables that templates read by their names."},
    env_input,
    secrets_input,
};
// Documents of other dialects may contain templates as well, so their own marks weigh more.
constexpr Mark marks[] = {{R"(\{\{|\{%)", 10}};

// Paths into the result of a template that is a single expression. A key after a dot could also be the name of a
// method.
constexpr Notation notation{
    .by_key = "['*']",
    .by_index = "[*]",
    .plain_key = "^$",
    .other_key = "['*']",
    .subject = R"(^\s*\{\{[-+]?((?:(?!\{[{%#])[\s\S])+?)[-+]?\}\}\s*$)",
    .plain = R"(^[a-zA-Z_]\w*$)",
    .around = "(*)",
    .listed = "(* | list)",
    .whole = "{{ * }}",
};
// Tags and globals of templates.
constexpr std::string_view words[] = {
    "set block extends include import from as with without context macro call filter raw verbatim autoescape recursive",
    "ignore missing scoped required break continue loop loop_var range namespace cycler joiner lipsum self super "
    "caller",
    "varargs kwargs index index0 first last length previtem nextitem revindex depth changed cycle items keys values "
    "get",
    "end endif endfor endblock endmacro endcall endfilter endset endraw endwith endautoescape trans endtrans"};

constexpr ExpressionOption expression_options[] = {{.option = "as", .typed = "expression"}};

constexpr Prose aliases[] = {"jinja", "j2", "html+jinja", "django"};

constexpr Prose original_modules[] = {"jinja2", "markupsafe"};
constexpr Prose original_versions[] = {"Jinja2", "MarkupSafe"};
constexpr Original original{
    .name = "Jinja2",
    .asked = "`jinja2` of `python3`",
    .modules = original_modules,
    .versions = original_versions,
};

constexpr GraphPart graph_parts[] = {
    {.kind = "template", .shown = "template", .link = GraphLink::from_owner, .is_one_by_name = true},
};
constexpr GraphRule graph_rule{.parts = graph_parts};

}  // namespace

const Option& flavor_option = option_table[0];

constexpr Description description{
    .title = "Jinja2",
    .monogram = "J2",
    .hue = 0,
    .summary = "Jinja2 templates, plain and as Ansible renders them",
    .operations = only_evaluate,
    .main = {"main.j2", "template", "template"},
    .extensions = extensions,
    .fence = "jinja",
    .aliases = aliases,
    .inputs = inputs,
    .options = option_table,
    .expression_options = expression_options,
    .limits = common_limits,
    .tree = "Template and variables",
    .notation = &notation,
    .marks = marks,
    .words = words,
    .original = &original,
    .graph = &graph_rule,
};

}  // namespace evalground::jinja2
