// Makes the nodes of a tree in the template's arena.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "dialects/jinja2/syntax/template.hpp"
#include "dialects/jinja2/syntax/token_stream.hpp"

namespace evalground::jinja2 {

class TreeBuilder {
 public:
  // Nodes end with the last token taken.
  TreeBuilder(Template& source, const TokenStream& tokens) : source_(source), tokens_(tokens) {}

  template <class T>
  T* make(ExpressionKind kind, std::uint32_t begin, std::initializer_list<const Expression*> children) {
    T* node = make_node<T>(begin);
    node->kind = kind;
    for (const Expression* child : children) add_height(*node, child);
    return node;
  }
  template <class T>
  T* make(StatementKind kind, std::uint32_t begin) {
    T* node = make_node<T>(begin);
    node->kind = kind;
    return node;
  }
  // A node that is neither an expression nor a statement: a target, a definition.
  template <class T>
  T* make() {
    return source_.arena.make<T>();
  }
  Expression* constant(Value value, std::uint32_t begin) {
    auto* node = make<Constant>(ExpressionKind::constant, begin, {});
    node->value = source_.constant(std::move(value));
    return node;
  }

  // Makes the node higher than its child, which may be null. Throws LimitError (depth).
  static void add_height(Expression& node, const Expression* child) {
    if (child == nullptr) return;
    if (child->height >= most_height) throw LimitError(Limit::depth, most_height);
    node.height = std::max(node.height, static_cast<std::uint16_t>(child->height + 1));
    node.is_constant = node.is_constant && child->is_constant;
  }
  static void add_heights(Expression& node, const CallArguments& arguments) {
    for (const Expression* argument : arguments.positional) add_height(node, argument);
    for (const NamedArgument& argument : arguments.named) add_height(node, argument.value);
    add_height(node, arguments.star);
    add_height(node, arguments.star_star);
  }

  Arena& arena() { return source_.arena; }
  Value* keep(Value value) { return source_.constant(std::move(value)); }

 private:
  // The greatest height of a tree. It limits the stack needed by recursions over the tree.
  static constexpr std::uint16_t most_height = 1000;

  template <class T>
  T* make_node(std::uint32_t begin) {
    T* node = source_.arena.make<T>();
    node->begin = begin;
    node->end = tokens_.last_end();
    return node;
  }

  Template& source_;
  const TokenStream& tokens_;
};

}  // namespace evalground::jinja2
