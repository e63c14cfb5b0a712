// The manifest in a document: a bare pipeline, a controller, or an operator with its controllers.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "dialects/dcontroller/expression/expression.hpp"
#include "dialects/dcontroller/values/selector.hpp"

namespace evalground::dcontroller {

struct Stage {
  enum class Kind : std::uint8_t { join, select, project, unwind, gather };
  Kind kind;
  std::string name;  // as written: "@gather" or "@mux"
  OriginId where;
  const Expression* expression;  // the condition, the new document, or the key of a group; null for @unwind
  const Expression* path;        // the path of @unwind and @gather; null for other stages
  // For the outline: the final number of documents; nothing when the stage was not reached.
  std::optional<std::int64_t> documents = {};
  // The same documents, only when the run is observed: in the order of arrival until one is removed …
  List came = {};
  bool has_lost = false;
  // … and then as counts by their keys.
  Map kept = {};
};

struct Source {
  std::string kind;
  bool is_view;                      // objects of the operator itself
  std::optional<std::string> space;  // the namespace
  std::optional<LabelSelector> selector;
  OriginId where;
};

struct Controller {
  std::string name;
  OriginId where;
  std::vector<Source> sources;
  std::deque<Stage> stages;
  std::string kind;  // of the target
  std::string api_version;
  bool writes_view;
  OriginId target_where;
};

struct Manifest {
  enum class Form : std::uint8_t { pipeline, controller, operator_ };
  Form form;
  std::string name;  // of the operator
  std::vector<Controller> controllers;
};

// Parses a document. A bare pipeline has a source for each of `kinds`. Throws Error at the invalid part.
Manifest read_manifest(const Value& document, const std::vector<std::string>& kinds, ExpressionTree& tree,
                       Context& context);

}  // namespace evalground::dcontroller
