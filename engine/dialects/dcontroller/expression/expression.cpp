// Parses JSON into expressions (expression.hpp). Parsing is separate from evaluation because an expression is evaluated
// for every object and every item of a list, but read once.
//
//   {"@add": ["$.n", 1]}     operation @add of a list of the path $.n and the literal 1
#include "dialects/dcontroller/expression/expression.hpp"

#include "dialects/dcontroller/values/clock_text.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {

// Two origins for each expression: the place where it was written, and the same place as the origin of its results.
Expression& ExpressionTree::add(Expression::Kind kind, const Value& written) {
  const OriginId where = written.origin();
  OriginId computed = 0;
  if (where != 0) {
    const Origin& origin = context.sources.origin(where);
    computed = context.sources.add({origin.file, origin.begin, origin.end, Via::expression, 0, false});
  }
  Expression expression{kind, where, computed};
  return expressions_.emplace_back(std::move(expression));
}

const SubjectPath* ExpressionTree::add_path(std::string_view text, Hyphens hyphens) {
  return &paths_.emplace_back(text, context, context.budget, hyphens);
}

namespace {

class Reader2025 {
 public:
  explicit Reader2025(ExpressionTree& tree) : tree_(tree), context_(tree.context) {}

  const Expression& read(const Value& written) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    context_.here = written.origin();
    switch (written.kind()) {
      case Kind::string: return read_text(written);
      case Kind::list: {
        tree_.keep(written);
        Expression& list = tree_.add(Expression::Kind::list, written);
        list.parts.reserve(written.as_list().size());
        for (const Value& item : written.as_list()) list.parts.push_back(&read(item));
        return list;
      }
      case Kind::map: return read_map(written);
      default: {
        Expression& literal = tree_.add(Expression::Kind::literal, written);
        // The controller treats null as false.
        literal.literal =
            written.is_null() && context_.quirks() ? Value::boolean(false).with_origin(written.origin()) : written;
        return literal;
      }
    }
  }

 private:
  const Expression& read_text(const Value& written) {
    const std::string_view text = written.as_string();
    if (text.empty()) {
      if (context_.quirks()) {
        throw Error("empty-text", "The controller refuses an empty text in an expression.", written.origin());
      }
      context_.warn(written.origin(), "differs-from-reference",
                    "The controller refuses an empty text in an expression.");
    }
    if (text.starts_with('$')) {
      Expression& path = tree_.add(Expression::Kind::path, written);
      path.literal = written;
      path.path = tree_.add_path(text, Hyphens::in_names);
      return path;
    }
    Expression& literal = tree_.add(Expression::Kind::literal, written);
    literal.literal = text == now_word ? clock_text(context_).with_origin(literal.computed) : written;
    return literal;
  }

  // A map is an operation only if its operator is its only key. The tree keeps the maps and lists alive, because names
  // and keys are views into them.
  const Expression& read_map(const Value& written) {
    tree_.keep(written);
    const Map& entries = written.as_map();
    if (entries.size() == 1 && entries.entry(0).key.as_string().starts_with('@')) {
      const Map::Entry& entry = entries.entry(0);
      Expression& operation = tree_.add(Expression::Kind::operation, written);
      operation.name = entry.key.as_string();
      operation.name_where = entry.key.origin();
      operation.entry = tree_.catalogue.find(tree_.version.operator_kind, operation.name);
      operation.parts.push_back(&read(entry.value));
      return operation;
    }
    Expression& map = tree_.add(Expression::Kind::map, written);
    map.parts.reserve(entries.size());
    map.keys.reserve(entries.size());
    for (const auto& [key, value] : entries) {
      const std::string_view text = key.as_string();
      map.keys.push_back(
          {text, key.origin(), text.starts_with('$') ? tree_.add_path(text, Hyphens::in_names) : nullptr});
      map.parts.push_back(&read(value));
    }
    return map;
  }

  ExpressionTree& tree_;
  Context& context_;
};

}  // namespace

const Expression& read_2025(ExpressionTree& tree, const Value& written) {
  return Reader2025(tree).read(written);
}

}  // namespace evalground::dcontroller
