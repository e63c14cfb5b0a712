// Finds what a move from ansible-core 2.14 to 2.21 changes in templates and conditions (see port.hpp).
//
// Each finding comes from the syntax tree of a template, so that fixes can be edits at exact places. For a single
// expression without findings, both versions evaluate it and the results are compared.

#include "dialects/ansible/port.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "data/yaml/offsets.hpp"
#include "data/yaml/parse.hpp"
#include "dialects/ansible/catalogue.hpp"
#include "dialects/ansible/flavor.hpp"
#include "dialects/ansible/port_forms.hpp"
#include "dialects/ansible/run.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/header.hpp"
#include "dialects/ansible/runtime/waiting.hpp"
#include "dialects/jinja2/runtime/loader.hpp"
#include "dialects/jinja2/runtime/native.hpp"
#include "dialects/jinja2/syntax/expression_text.hpp"
#include "dialects/jinja2/syntax/form.hpp"
#include "dialects/jinja2/syntax/walk.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace {

constexpr std::string_view code = "changed-in-2.19";

// The keys of plays and tasks whose values are conditions.
bool is_condition_key(std::string_view key) {
  return key == "when" || key == "until" || key == "failed_when" || key == "changed_when" || key == "that";
}

class Port {
 public:
  explicit Port(Context& context)
      : context_(context),
        syntax_(ansible_options().syntax),
        functions_(function_set()),
        loader_(context, syntax_, functions_),
        forms_(context) {}

  std::vector<Diagnostic> found;

  void run() {
    const auto& expression = context_.workspace.expression;
    if (expression && expression->is_string()) {
      const std::string text(expression->as_string());
      const SourceText source{text, std::string(expression_path), {context_.expression_source(text), {}}};
      const Options options = options_of_flavor(context_);
      if (options.reading == ExpressionReading::condition) return condition(source);
      return whole_template(is_bare_expression(context_, options) ? enclosed(source, options.syntax) : source);
    }
    const std::string& path = context_.workspace.main;
    const std::optional<std::uint32_t> file = context_.files.source(path);
    if (!file) return;
    if (path.ends_with(".yml") || path.ends_with(".yaml")) return yaml(*file);
    whole_template({std::string(context_.sources.text(*file)), path, {*file, {}}});
  }

 private:
  // ---- Findings

  Diagnostic& add(OriginId where, std::string message) {
    found.push_back({Severity::warning, std::string(code), std::move(message), where, {}, {}});
    return found.back();
  }

  static void fix(Diagnostic& diagnostic, std::string title, std::vector<Fix::Edit> edits) {
    diagnostic.fixes.push_back({std::move(title), std::move(edits)});
  }

  // Reports the error of a text that cannot be parsed. Nothing else is reported for it.
  template <class F>
  void reading(F&& f) {
    recover([&] { return f(), true; },
            [&](const Error& error) {
              Diagnostic unreadable = error.diagnostic;
              unreadable.severity = Severity::error;
              found.push_back(std::move(unreadable));
              return false;
            });
  }

  // ---- YAML

  void yaml(std::uint32_t file) {
    reading([&] {
      const std::vector<Document> documents = parse_yaml_stream(context_.sources, file, context_.budget);
      for (const Document& document : documents) forms_.add_tasks(*document.root, file);
      learn_variables();
      for (const Document& document : documents) node(*document.root, file);
    });
  }

  // Reads the defaults and variables of the role whose tasks the main file has. One that is not YAML is passed over,
  // because it is a file of its own.
  void learn_variables() {
    const std::optional<std::string> role = role_of_tasks(context_.workspace.main);
    if (!role) return;
    for (const std::string_view folder : {"defaults", "vars"}) {
      for (const std::string& path : context_.files.list(join_path(*role, folder))) {
        if (!path.ends_with(".yml") && !path.ends_with(".yaml")) continue;
        const std::optional<std::uint32_t> file = context_.files.source(path);
        if (!file) continue;
        recover(
            [&] {
              for (const Document& document : parse_yaml_stream(context_.sources, *file, context_.budget)) {
                forms_.add_variables(*document.root, *file);
              }
              return true;
            },
            [](const Error&) { return false; });
      }
    }
  }

  // "roles/web" of "roles/web/tasks/main.yml"; "" of "tasks/main.yml"; absent for other files.
  static std::optional<std::string> role_of_tasks(std::string_view path) {
    for (const std::string_view folder : {"tasks/", "handlers/"}) {
      if (path.starts_with(folder)) return "";
      const std::size_t at = path.rfind("/" + std::string(folder));
      if (at != std::string_view::npos) return std::string(path.substr(0, at));
    }
    return std::nullopt;
  }

  void node(const YamlNode& one, std::uint32_t file) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    switch (one.kind) {
      case YamlNode::Kind::scalar:
        if (!one.tag().starts_with('!') && syntax_.begins_template(one.text)) value_template(one, file);
        return;
      case YamlNode::Kind::sequence:
        for (const YamlNode* item : one.items) node(*item, file);
        return;
      case YamlNode::Kind::mapping:
        for (const YamlPair& pair : one.pairs) {
          const bool is_key = pair.key->kind == YamlNode::Kind::scalar && is_condition_key(pair.key->text);
          is_key ? conditions(*pair.value, file) : node(*pair.value, file);
        }
        return;
      case YamlNode::Kind::alias: return;  // reported at its anchor
    }
  }

  void conditions(const YamlNode& one, std::uint32_t file) {
    const Depth depth = context_.budget.enter();
    const auto where = [&] { return context_.sources.add({file, one.begin, one.end, Via::literal, 0, false}); };
    switch (one.kind) {
      case YamlNode::Kind::sequence:
        for (const YamlNode* item : one.items) conditions(*item, file);
        return;
      case YamlNode::Kind::mapping:
        add(where(), "A condition must be text, and this is a map, as YAML reads `a: b`: put quotes around the whole.");
        return;
      case YamlNode::Kind::scalar: break;
      case YamlNode::Kind::alias: return;
    }
    if (one.is_plain_scalar()) {
      // A boolean is a valid condition. A number is not, and since 2.19 neither is an empty one.
      for (const std::string_view word : {"true", "false", "yes", "no", "on", "off"}) {
        if (to_lower_ascii(one.text) == word) return;
      }
      if (one.text.empty() || one.text == "~" || one.text == "null") {
        add(where(), "A condition must not be empty: remove it, or write `true`.");
        return;
      }
      if (one.text.find_first_not_of("0123456789.") == std::string_view::npos) {
        add(where(), "A condition must be text or a boolean, not a number.");
        return;
      }
    }
    condition(scalar(one, file));
  }

  static std::string to_lower_ascii(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    return lower;
  }

  // The text of a scalar, with the place of each of its bytes in the file.
  SourceText scalar(const YamlNode& one, std::uint32_t file) {
    const std::string_view source = context_.sources.text(file).substr(one.begin, one.end - one.begin);
    const std::vector<std::uint32_t> offsets = scalar_offsets(source, one.begin, one.text);
    Place place{file, {}};
    for (std::uint32_t at = 0; at < offsets.size(); ++at) {
      if (at == 0 || offsets[at] != offsets[at - 1] + 1) place.parts.emplace_back(at, offsets[at]);
    }
    return {std::string(one.text), std::string(context_.sources.path(file)), std::move(place)};
  }

  // ---- templates

  Template& compiled(const SourceText& source, Syntax syntax, bool embeds = false) {
    syntax.embeds_in_lookups = true;
    syntax.embeds_everywhere = embeds;
    // A filter or test that is unknown here may be a plugin of the repository.
    std::vector<Diagnostic> problems;
    Template& tree = loader_.compile(source.text, source.name, source.place, syntax, &problems);
    for (Diagnostic& one : problems) {
      if (!one.code.starts_with("unknown-")) found.push_back(std::move(one));
    }
    return tree;
  }

  // Checks a whole template file. Its first line may set options. A final newline turns a single value into text.
  void whole_template(SourceText source) {
    Syntax syntax = syntax_;
    if (source.text.starts_with(header_mark) && !header(source, syntax)) return;
    reading([&] {
      Template& tree = compiled(source, syntax);
      inspect(tree);
      if (const Print* lone = lone_print(tree)) {
        const jinja2::Form form = form_of(*lone->value, context_.budget);
        if (source.text.ends_with('\n') && form != jinja2::Form::any && form != jinja2::Form::text) {
          Diagnostic& one = add(tree.origin(*lone, context_), "The file's newline goes: its one value is " +
                                                                  std::string(form_name(form)) + ", no text.");
          fix(one, "Make it text", {{tree.origin(lone->value->end, lone->value->end, context_), " | string"}});
        }
      }
    });
  }

  // Takes the first line off the template, and sets its options. False if nothing follows the line.
  bool header(SourceText& source, Syntax& syntax) {
    for (const RefusedOption& one : read_strict_header(source.text, syntax, context_.budget)) {
      const OriginId where =
          context_.sources.add({source.place.file, source.place.offset(static_cast<std::uint32_t>(one.begin)),
                                source.place.offset(static_cast<std::uint32_t>(one.end)), Via::literal, 0, false});
      Diagnostic& diagnostic = add(where, "The first line is refused: " + one.message);
      if (!one.instead.empty()) fix(diagnostic, "Write a boolean", {{where, std::string(one.instead)}});
    }
    const std::size_t newline = source.text.find('\n');
    if (newline == std::string::npos) return false;
    cut_front(source.text, source.place, newline + 1);
    return true;
  }

  static const Print* lone_print(const Template& tree) {
    if (tree.body.size() != 1 || tree.body[0]->kind != StatementKind::print) return nullptr;
    return static_cast<const Print*>(tree.body[0]);
  }

  // Whether 2.14 would have read the output as data: with `0` in place of each value it is a literal list or dict.
  bool was_data(const Template& tree) const {
    if (tree.text.empty() || (tree.text[0] != '[' && tree.text[0] != '{') || lone_print(tree) != nullptr) return false;
    std::string rendered;
    for (const Statement* one : tree.body) {
      context_.budget.step();
      if (one->kind == StatementKind::text) {
        rendered += static_cast<const Text*>(one)->text;
      } else if (one->kind == StatementKind::print) {
        rendered += '0';
      }
    }
    const std::optional<Value> value = python_literal(trim_end(rendered), context_.budget, true);
    return value && (value->is_list() || value->is_map());
  }

  // Checks the text of a variable or an argument.
  void value_template(const YamlNode& one, std::uint32_t file) {
    const SourceText source = scalar(one, file);
    reading([&] {
      Template& tree = compiled(source, syntax_);
      inspect(tree);
      if (was_data(tree)) {
        add(tree.origin(0, static_cast<std::uint32_t>(source.text.size()), context_),
            "What is rendered is text, and no longer read as data: write one expression, such as {{ [a] }}, or add a "
            "filter such as from_yaml.");
      }
      const Print* lone = lone_print(tree);
      const auto* call = lone != nullptr && lone->value->kind == ExpressionKind::call
                             ? static_cast<const CallExpression*>(lone->value)
                             : nullptr;
      if (call != nullptr && call->callee->kind == ExpressionKind::name &&
          static_cast<const Name*>(call->callee)->name == "range") {
        Diagnostic& diagnostic = add(tree.origin(*call, context_), "A range can not be a result: it would fail.");
        fix(diagnostic, "Make it a list", {{tree.origin(call->end, call->end, context_), " | list"}});
      }
    });
  }

  // Checks all expressions of a template.
  void inspect(Template& tree) {
    walk_expressions(tree.body, context_.budget, [&](const Expression& expression) { inspect(tree, expression); });
  }

  void inspect(Template& tree, const Expression& expression) {
    switch (expression.kind) {
      case ExpressionKind::filter: return filter(tree, static_cast<const Application&>(expression));
      case ExpressionKind::embedded: return embedded(tree, static_cast<const Constant&>(expression));
      case ExpressionKind::attribute: {
        const std::string_view name = static_cast<const Attribute&>(expression).name->as_string();
        if (name.starts_with("__")) {
          add(tree.origin(expression, context_),
              "The attribute '" + std::string(name) + "' is refused, unless it is a key of a dict.");
        }
        return;
      }
      default: return;
    }
  }

  void filter(Template& tree, const Application& node) {
    const auto argument = [&](std::size_t index, std::string_view name) -> const Expression* {
      for (const NamedArgument& named : node.arguments.named) {
        if (named.name == name) return named.value;
      }
      return index < node.arguments.positional.size() ? node.arguments.positional[index] : nullptr;
    };
    if (node.name == "default" || node.name == "d") {
      const Expression* flag = argument(1, "boolean");
      const Value* value = constant_of(flag);
      if (value == nullptr || value->kind() == Kind::boolean) return;
      Diagnostic& diagnostic =
          add(tree.origin(*flag, context_), "The second argument of default must be true or false.");
      const bool truth = value->is_string()   ? value->text_size() != 0
                         : value->is_number() ? value->as_real() != 0
                                              : false;
      fix(diagnostic, "Write a boolean", {{tree.origin(*flag, context_), truth ? "true" : "false"}});
    } else if (node.name == "vault" || node.name == "unvault") {
      for (const NamedArgument& named : node.arguments.named) {
        if (named.name != "vaultid") continue;
        const auto begin = static_cast<std::uint32_t>(named.name.data() - tree.text.data());
        const OriginId where = tree.origin(begin, begin + static_cast<std::uint32_t>(named.name.size()), context_);
        Diagnostic& diagnostic = add(where, "The argument is called vault_id now.");
        fix(diagnostic, "Call it vault_id", {{where, "vault_id"}});
      }
    } else if (node.name == "password_hash") {
      const Value* salt = constant_of(argument(1, "salt"));
      if (salt != nullptr && salt->is_string()) {
        Diagnostic& diagnostic = add(tree.origin(node, context_),
                                     "With this salt the hash differs, because the salt is altered before use.");
        diagnostic.severity = Severity::hint;
      }
    }
  }

  // A template within a string of a lookup or condition. If it is the whole string, it can be replaced by its
  // expression.
  void embedded(Template& tree, const Constant& node) {
    Diagnostic& diagnostic = add(tree.origin(node, context_),
                                 "A template within a text is deprecated; in a comparison its type counts now.");
    const std::string_view text = std::string_view(tree.text).substr(node.begin, node.end - node.begin);
    const std::string_view inner = text.size() < 2 ? std::string_view() : text.substr(1, text.size() - 2);
    const std::string_view start = syntax_.variable_start;
    const std::string_view end = syntax_.variable_end;
    const bool is_one = inner.starts_with(start) && inner.ends_with(end) &&
                        inner.find(start, start.size()) == inner.npos && inner.find(end) == inner.size() - end.size();
    if (!is_one) return;
    const std::string_view code_text = trim(inner.substr(start.size(), inner.size() - start.size() - end.size()));
    // An expression with operators might need parentheses next to its new neighbours, so only simple ones get a fix.
    const bool is_plain = code_text.find_first_of(" \\\"'") == std::string_view::npos;
    if (!is_plain) return;
    const auto begin = static_cast<std::uint32_t>(code_text.data() - tree.text.data());
    const auto last = begin + static_cast<std::uint32_t>(code_text.size());
    fix(diagnostic, "Write the expression itself",
        {{tree.origin(node.begin, begin, context_), ""}, {tree.origin(last, node.end, context_), ""}});
  }

  // ---- conditions

  void condition(const SourceText& source) {
    const std::string_view text = trim(source.text);
    if (text.empty()) {
      add(context_.sources.add(
              {source.place.file, source.place.offset(0), source.place.offset(0), Via::literal, 0, false}),
          "A condition must not be empty: remove it, or write `true`.");
      return;
    }
    std::vector<Fix::Edit> braces;
    bool has_statement = false;
    const std::string plain = without_braces(source, braces, has_statement);
    if (has_statement) {
      add(whole(source), "A condition is one expression: statements and comments in it would fail.");
      return;
    }
    // A single print tag may contain a variable whose value is the condition.
    const std::string bare(trim(plain));
    const bool may_be_indirect = braces.size() == 2 && text.starts_with(syntax_.variable_start) &&
                                 text.ends_with(syntax_.variable_end) &&
                                 bare.find_first_of(" =<>!()|") == std::string::npos;
    if (may_be_indirect) return;
    if (!braces.empty()) {
      Diagnostic& diagnostic = add(whole(source), "A condition has no delimiters: it would fail, or is deprecated.");
      fix(diagnostic, "Remove the braces", braces);
    }
    // Parse it as an expression. Blanks have replaced the braces, so offsets are unchanged.
    reading([&] {
      SourceText wrapped = source;
      wrapped.text = "{{ " + plain + " }}";
      for (auto& [in_text, in_file] : wrapped.place.parts) in_text += 3;
      if (wrapped.place.parts.empty()) wrapped.place.parts.emplace_back(3, 0);
      Template& tree = compiled(wrapped, syntax_, true);
      inspect(tree);
      if (const Print* lone = lone_print(tree)) must_be_boolean(tree, *lone->value);
    });
  }

  OriginId whole(const SourceText& source) {
    const auto size = static_cast<std::uint32_t>(source.text.size());
    return context_.sources.add(
        {source.place.file, source.place.offset(0), source.place.offset(size), Via::literal, 0, false});
  }

  // The text with blanks for the delimiters of print tags that are in no literal, and the edits that take them away.
  std::string without_braces(const SourceText& source, std::vector<Fix::Edit>& edits, bool& has_statement) {
    std::string text = source.text;
    char quote = '\0';
    unsigned open = 0;
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
      const char c = text[at];
      if (quote != '\0') {
        if (c == '\\') ++at;
        if (c == quote) quote = '\0';
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '{' && text[at + 1] == '{') {
        ++open;
        edits.push_back(removed_braces(source, text, at));
        ++at;
      } else if (open > 0 && c == '}' && text[at + 1] == '}') {
        --open;
        edits.push_back(removed_braces(source, text, at));
        ++at;
      } else if (c == '{' && (text[at + 1] == '%' || text[at + 1] == '#')) {
        has_statement = true;
      }
    }
    return text;
  }

  // The edit that removes two braces with the blank on their inner side. They become blanks in `text`.
  Fix::Edit removed_braces(const SourceText& source, std::string& text, std::size_t at) {
    constexpr std::size_t size = 2;
    std::size_t end = at + size;
    std::size_t begin = at;
    if (text.compare(at, size, "{{") == 0 && end < text.size() && text[end] == ' ') ++end;
    if (text.compare(at, size, "}}") == 0 && begin > 0 && text[begin - 1] == ' ') --begin;
    const OriginId where =
        context_.sources.add({source.place.file, source.place.offset(static_cast<std::uint32_t>(begin)),
                              source.place.offset(static_cast<std::uint32_t>(end)), Via::literal, 0, false});
    text.replace(at, size, size, ' ');
    return {where, ""};
  }

  // The operands that may be the value of a condition.
  void must_be_boolean(Template& tree, const Expression& expression) {
    const Depth depth = context_.budget.enter();
    if (expression.kind == ExpressionKind::logical_and || expression.kind == ExpressionKind::logical_or) {
      const auto& node = static_cast<const Binary&>(expression);
      must_be_boolean(tree, *node.left);
      // `x is defined and x`: whatever x is, its truth is meant.
      if (const auto* tested = tested_as_defined(*node.left)) {
        const std::string_view left = text_of(tree, *tested);
        if (node.right->kind != ExpressionKind::compare && text_of(tree, *node.right) == left) {
          Diagnostic& diagnostic =
              add(tree.origin(*node.right, context_), "A condition must be a boolean: this fails for any other value.");
          fix(diagnostic, "Ask for its truth", {{end_of(tree, *node.right), " is truthy"}});
          return;
        }
      }
      return must_be_boolean(tree, *node.right);
    }
    if (expression.kind == ExpressionKind::conditional) {
      const auto& node = static_cast<const Conditional&>(expression);
      must_be_boolean(tree, *node.value);
      if (node.otherwise != nullptr) must_be_boolean(tree, *node.otherwise);
      return;
    }
    compare(tree, expression);
  }

  // An operand that is not boolean: the fix compares it.
  void compare(Template& tree, const Expression& expression) {
    const bool is_search =
        expression.kind == ExpressionKind::filter && static_cast<const Application&>(expression).name == "regex_search";
    const KnownForms::Known known = is_search ? KnownForms::Known{jinja2::Form::none} : forms_.of(expression);
    const jinja2::Form form = known.form;
    if (form == jinja2::Form::any || form == jinja2::Form::boolean) return;
    Diagnostic& diagnostic =
        add(tree.origin(expression, context_), "A condition must be a boolean, and this is " +
                                                   std::string(is_search ? "a text or none" : form_name(form)) + ".");
    if (known.where != 0) diagnostic.notes.push_back({"Its type follows from here.", known.where});
    const std::string behind = form == jinja2::Form::number ? " != 0"
                               : form == jinja2::Form::none ? " is not none"
                                                            : " | length > 0";
    std::vector<Fix::Edit> edits;
    if (form == jinja2::Form::number || is_tight(expression.kind)) {
      edits.push_back({end_of(tree, expression), behind});
    } else {
      edits.push_back({tree.origin(expression.begin, expression.begin, context_), "("});
      edits.push_back({end_of(tree, expression), ")" + behind});
    }
    if (expression.kind != ExpressionKind::tuple) fix(diagnostic, "Compare it", std::move(edits));
  }

  // Whether an operator behind it needs no brackets around it.
  static bool is_tight(ExpressionKind kind) {
    switch (kind) {
      case ExpressionKind::name:
      case ExpressionKind::filter:
      case ExpressionKind::call:
      case ExpressionKind::constant:
      case ExpressionKind::list:
      case ExpressionKind::map:
      case ExpressionKind::attribute: return true;
      default: return false;
    }
  }

  OriginId end_of(Template& tree, const Expression& expression) {
    return tree.origin(expression.end, expression.end, context_);
  }

  static std::string_view text_of(const Template& tree, const Expression& expression) {
    return std::string_view(tree.text).substr(expression.begin, expression.end - expression.begin);
  }

  // The operand of `x is defined`; null for any other expression.
  static const Expression* tested_as_defined(const Expression& expression) {
    if (expression.kind == ExpressionKind::logical_and) {
      return tested_as_defined(*static_cast<const Binary&>(expression).right);
    }
    if (expression.kind != ExpressionKind::test) return nullptr;
    const auto& node = static_cast<const Application&>(expression);
    return node.name == "defined" ? node.input : nullptr;
  }

  Context& context_;
  const Syntax syntax_;
  const FunctionSet functions_;
  TemplateLoader loader_;
  KnownForms forms_;
};

}  // namespace

namespace {

// The result of a workspace as JSON, or its problem.
struct Given {
  std::string json;
  std::optional<Diagnostic> problem;
  std::unique_ptr<Context> context;  // the context to which the problem's places belong
};

Given given_by(const Context& context, const Workspace& workspace) {
  Given given;
  given.context = std::make_unique<Context>(workspace, context.options, context.host);
  auto owned = std::make_unique<Run>(*given.context);
  Run& run = *owned;
  given.context->state = std::move(owned);
  Outcome outcome;
  recover(
      [&] {
        run.evaluate(outcome);
        Value value = outcome.text ? Value::string(*outcome.text) : outcome.value ? *outcome.value : Value::null();
        given.json = write_json(plain_value(run.evaluator(), value), given.context->budget);
        return true;
      },
      [&](const Error& error) {
        given.problem = error.diagnostic;
        return false;
      });
  return given;
}

// The same place of the expression in another context; 0 for places in other texts.
OriginId place_in(Context& context, const Given& given, OriginId where) {
  if (where == 0) return 0;
  const Origin origin = given.context->sources.origin(where);
  if (given.context->sources.path(origin.file) != expression_path) return 0;
  const std::uint32_t file = context.expression_source(std::string(context.workspace.expression->as_string()));
  return context.sources.add({file, origin.begin, origin.end, Via::expression, 0, false});
}

// Evaluates the expression under both versions and reports a difference.
void compare(Context& context, std::string_view to, std::vector<Diagnostic>& found) {
  if (!context.workspace.expression || !context.workspace.expression->is_string()) return;
  Workspace before = context.workspace;
  before.options.set("reference", Value::string("2.14"));
  Workspace after = context.workspace;
  after.options.set("reference", Value::string(to));
  const Given old = given_by(context, before);
  if (old.problem) return;  // an error in 2.14 is reported by evaluating it
  const Given now = given_by(context, after);
  if (!now.problem && now.json == old.json) return;
  const std::string version(to);
  Diagnostic difference{Severity::warning, std::string(code), "In " + version + " the result differs.", 0, {}, {}};
  if (now.problem) {
    difference.message = "In " + version + " this fails: " + now.problem->message;
    difference.where = place_in(context, now, now.problem->where);
    for (const Fix& fix : now.problem->fixes) {
      Fix here{fix.title, {}};
      for (const Fix::Edit& edit : fix.edits) here.edits.push_back({place_in(context, now, edit.where), edit.text});
      const bool is_placed =
          std::all_of(here.edits.begin(), here.edits.end(), [](const Fix::Edit& edit) { return edit.where != 0; });
      if (is_placed) difference.fixes.push_back(std::move(here));
    }
  }
  if (difference.where == 0) {
    const std::string text(context.workspace.expression->as_string());
    const std::uint32_t file = context.expression_source(text);
    difference.where =
        context.sources.add({file, 0, static_cast<std::uint32_t>(text.size()), Via::expression, 0, false});
  }
  found.push_back(std::move(difference));
}

}  // namespace

std::vector<Diagnostic> port_of(Context& context, std::string_view to) {
  if (to != "2.21")
    context.fail(0, "unavailable", "Cannot port to version \"" + std::string(to) + "\": the version is unknown.");
  Port port(context);
  port.run();
  // A finding in the text explains a difference better than comparing the results.
  if (port.found.empty()) compare(context, to, port.found);
  return std::move(port.found);
}

}  // namespace evalground::ansible
