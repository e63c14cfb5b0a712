// A dialect's description as JSON, for everything outside of the engine: the page, the package, the links, the
// documents.
//
// Keys are those of the package's types, not those of the C++ members. Members without content are left out, so that
// the whole catalogue stays small, and a reader treats a missing key as the default.
#include "runtime/description.hpp"

#include <utility>

#include "value/map.hpp"

namespace evalground {
namespace {

// A JSON object built key by key, without empty members.
// Members are added in a chain, in the order in which they are to be read. Empty ones are not added.
class Fields {
 public:
  Fields& text(std::string_view key, std::string_view value) {
    if (!value.empty()) map_.set(key, Value::string(value));
    return *this;
  }
  Fields& flag(std::string_view key, bool value) {
    if (value) map_.set(key, Value::boolean(true));
    return *this;
  }
  Fields& number(std::string_view key, std::int64_t value) {
    map_.set(key, Value::integer(value));
    return *this;
  }
  Fields& value(std::string_view key, Value value) {
    map_.set(key, std::move(value));
    return *this;
  }
  Fields& words(std::string_view key, std::span<const std::string_view> words) {
    return list(key, words, [](std::string_view word) { return Value::string(word); });
  }
  template <class Item, class F>
  Fields& list(std::string_view key, std::span<const Item> items, F&& as_value) {
    if (items.empty()) return *this;
    List list;
    for (const Item& item : items) list.push_back(as_value(item));
    return value(key, Value::list(std::move(list)));
  }
  Value done() { return Value::map(std::move(map_)); }

 private:
  Map map_;
};

std::string_view name_of(OptionType type) {
  switch (type) {
    case OptionType::boolean: return "boolean";
    case OptionType::text: return "text";
    case OptionType::choice: return "choice";
    case OptionType::choices: break;
  }
  return "choices";
}

// Options keep their default as text in C++. In JSON it has the type of the option: false, [], "plain".
Value describe_option(const Option& option) {
  const Value usual = option.type == OptionType::boolean   ? Value::boolean(option.usual == "true")
                      : option.type == OptionType::choices ? Value::list()
                                                           : Value::string(option.usual);
  return Fields()
      .text("name", option.name)
      .text("type", name_of(option.type))
      .value("usual", usual)
      .words("choices", option.choices)
      .text("about", option.summary)
      .done();
}

Value describe_input(const Input& input) {
  return Fields()
      .text("key", input.key)
      .text("label", input.label)
      .text("help", input.help)
      .flag("declared", input.is_declared_by_document)
      .done();
}

Value describe_embedding(const Embedding& embedding) {
  return Fields()
      .text("directives", embedding.directives)
      .text("functions", embedding.functions)
      .text("keywords", embedding.keywords)
      .text("expressions", embedding.expressions)
      .text("calls", embedding.calls)
      .text("besides", embedding.besides)
      .text("scalars", embedding.scalars)
      .done();
}

Value describe_notation(const Notation& notation) {
  return Fields()
      .text("byKey", notation.by_key)
      .text("byIndex", notation.by_index)
      .text("plainKey", notation.plain_key)
      .text("otherKey", notation.other_key)
      .text("subject", notation.subject)
      .text("plain", notation.plain)
      .text("around", notation.around)
      .text("listed", notation.listed)
      .text("whole", notation.whole)
      .text("operators", notation.operators)
      .list("roots", notation.roots,
            [](const PathRoot& root) { return Fields().text("key", root.key).text("prefix", root.prefix).done(); })
      .done();
}

Value describe_word(const Prose& word) {
  return Value::string(std::string_view(word));
}

Value describe_mark(const Mark& mark) {
  return Fields().text("pattern", mark.pattern).number("weight", mark.weight).done();
}

// How the page guesses an option of a repository from its files, with the words that it shows for it.
Value describe_guess(const Guess& guess) {
  return Fields()
      .text("option", guess.option)
      .list("paths", guess.paths, describe_word)
      .text("text", guess.text)
      .text("unless", guess.unless)
      .text("says", guess.says)
      .done();
}

Value describe_part(const RepositoryPart& part) {
  return Fields()
      .text("files", part.files)
      .text("option", part.option)
      .text("value", part.value)
      .text("document", part.document)
      .done();
}

Value describe_repository(const Repository& repository) {
  Fields fields;
  fields.text("files", repository.files)
      .words("operations", repository.operations)
      .text("subject", repository.subject)
      .text("label", repository.label)
      .text("documents", repository.documents)
      .list("guesses", repository.guesses, describe_guess);
  if (repository.part != nullptr) fields.value("part", describe_part(*repository.part));
  return fields.done();
}

Value describe_intake(const Intake& intake) {
  return Fields().text("form", intake.form).text("pattern", intake.pattern).done();
}

Value describe_program(const OriginalProgram& program) {
  return Fields()
      .text("name", program.name)
      .list("arguments", program.arguments, describe_word)
      .text("listedInput", program.listed_input)
      .text("listedFlag", program.listed_flag)
      .text("report", program.report)
      .text("error", program.error)
      .done();
}

// For `evalground verify`: how the reference implementation is asked.
Value describe_original(const Original& original) {
  Fields fields;
  fields.text("name", original.name)
      .text("asked", original.asked)
      .text("never", original.never)
      .list("environment", original.environment, describe_word)
      .list("folders", original.folders, describe_word)
      .list("modules", original.modules, describe_word)
      .list("versions", original.versions, describe_word);
  if (original.program != nullptr) fields.value("program", describe_program(*original.program));
  return fields.done();
}

// What a dialect has beside its base.
Value describe_flavor(const Described& dialect) {
  const Description& flavor = *dialect.description;
  Fields fields;
  fields.text("id", dialect.name)
      .text("name", flavor.title)
      .text("monogram", flavor.monogram)
      .text("about", flavor.summary)
      .value("options", Fields().text(flavor.base.option, flavor.base.value).done())
      .list("aliases", flavor.aliases, describe_word)
      .list("marks", flavor.marks, describe_mark)
      .text("example", flavor.example)
      .list("intakes", flavor.intakes, describe_intake);
  if (flavor.repository != nullptr) fields.value("repository", describe_repository(*flavor.repository));
  if (flavor.original != nullptr) fields.value("original", describe_original(*flavor.original));
  return fields.done();
}

}  // namespace

// A flavor is a dialect with a base. The page shows it below its base, so it has no description of its own at the top.
Value describe(const Described& dialect, std::span<const Described> flavors) {
  const Description& description = *dialect.description;
  // A flavor has the options of its base, and more.
  const std::span<const Option> options = flavors.empty() ? description.options : flavors.back().description->options;
  Fields fields;
  fields.text("id", dialect.name)
      .text("name", description.title)
      .text("monogram", description.monogram)
      .text("about", description.summary)
      .words("operations", description.operations)
      .value("file", Fields()
                         .text("path", description.main.path)
                         .text("label", description.main.label)
                         .text("language", description.main.language)
                         .done())
      .words("extensions", description.extensions)
      .text("fence", description.fence)
      .list("aliases", description.aliases, describe_word)
      .text("lineComment", description.line_comment)
      .list("inputs", description.inputs, describe_input)
      .list("options", options, describe_option)
      .list("expressionOptions", description.expression_options,
            [](const ExpressionOption& one) {
              return Fields().text("option", one.option).text("typed", one.typed).text("nodes", one.nodes).done();
            })
      .words("limits", description.limits)
      .flag("memoryIsQuota", description.memory_is_quota)
      .flag("hasResources", description.has_resources)
      .flag("hasGraph", description.graph != nullptr)
      .text("tree", description.tree)
      .text("dollar", description.dollar)
      .text("readsYaml", description.reads_yaml)
      .text("colours", description.colours)
      .list("marks", description.marks, describe_mark)
      .text("example", description.example)
      .list("flavors", flavors, describe_flavor)
      .list("intakes", description.intakes, describe_intake);
  if (description.hue >= 0) fields.number("hue", description.hue);
  if (description.embedding != nullptr) fields.value("embedding", describe_embedding(*description.embedding));
  if (description.notation != nullptr) fields.value("notation", describe_notation(*description.notation));
  if (description.original != nullptr) fields.value("original", describe_original(*description.original));
  return fields.done();
}

}  // namespace evalground
