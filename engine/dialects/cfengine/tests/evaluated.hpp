// A policy evaluated for a test, with every optional result.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/cfengine/agent/run_state.hpp"
#include "dialects/cfengine/cfengine.hpp"
#include "runtime/host.hpp"

namespace evalground::cfengine {

class Evaluated {
 public:
  explicit Evaluated(std::string_view policy, std::string_view expression = {}) {
    workspace_.dialect = "cfengine";
    workspace_.main = "main.cf";
    workspace_.clock = 1'795'163'600'000'000;
    workspace_.seed = 1;
    workspace_.files.set("main.cf", Value::string(policy));
    if (!expression.empty()) workspace_.expression = Value::string(expression);
    options_.outline = options_.trace = options_.provenance = true;
    context = std::make_unique<Context>(workspace_, options_, host_);
    try {
      dialect().evaluate(*context, outcome);
    } catch (const Error& error) {
      outcome.ok = false;
      context->diagnostics.push_back(error.diagnostic);
    }
  }

  // "line:column message" of each diagnostic.
  std::vector<std::string> problems() const {
    std::vector<std::string> texts;
    for (const Diagnostic& diagnostic : context->diagnostics) {
      std::string place;
      if (diagnostic.where != 0) {
        const Origin& origin = context->sources.origin(diagnostic.where);
        const Position position = context->sources.position(origin.file, origin.begin);
        place = std::to_string(position.line) + ":" + std::to_string(position.column) + " ";
      }
      texts.push_back(place + diagnostic.message);
    }
    return texts;
  }

  std::vector<std::string> reports() const {
    std::vector<std::string> texts;
    for (const Value& text : outcome.details.find("reports")->as_list()) texts.emplace_back(text.as_string());
    return texts;
  }

  const List& passes() const { return outcome.details.find("stages")->as_list(); }

  // The node with that id, in any of the trees.
  static const OutlineNode* find(const std::vector<OutlineNode>& nodes, std::string_view id) {
    for (const OutlineNode& node : nodes) {
      if (node.id == id) return &node;
      if (const OutlineNode* found = find(node.children, id)) return found;
    }
    return nullptr;
  }

  std::unique_ptr<Context> context;
  Outcome outcome;

 private:
  Workspace workspace_;
  RunOptions options_;
  ClosedHost host_;
};

}  // namespace evalground::cfengine
