// The manifest in a document: a bare pipeline, a controller, or an operator with its controllers.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dialects/dcontroller/expression/expression.hpp"
#include "dialects/dcontroller/values/selector.hpp"

namespace evalground::dcontroller {

// What a `@project` of 2026 sets: `$.a.b` is a and b, `$.` is no name.
struct Assignment {
  std::vector<std::string> names;
  const Expression* value;
  OriginId where;
};

// The options of a `@join` of 2026, by the positions of its inputs among those of the branch.
struct JoinInputs {
  std::vector<std::size_t> hard;
  std::vector<std::size_t> soft;
  std::vector<std::pair<std::size_t, const Expression*>> index;  // keys that must be equal: of two inputs, or none
};

struct Stage {
  enum class Kind : std::uint8_t { join, select, project, unwind, gather, group, distinct };
  Kind kind;
  std::string name;  // as written: "@gather" or "@mux"
  OriginId where;
  const Expression* expression;  // the condition, the new document, or the key of a group; null for @unwind
  const Expression* path;        // the path of @unwind and @gather, the value of @groupBy; null for other stages
  std::vector<Assignment> assignments = {};  // of @project of 2026
  JoinInputs inputs = {};                    // of @join of 2026
  bool is_distinct = false;                  // of @groupBy
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
  std::string trigger = {};  // "OneShot" or "Periodic" for a source of 2026 that gives its own document
  Value object = {};         // the object that a one-shot source of 2025 gives
};

struct Target {
  std::string kind;
  std::string api_version;
  bool is_view;  // objects of the operator itself
  OriginId where;
};

// A part of a pipeline of 2026, from the streams that it reads to the one that it writes.
struct Branch {
  std::vector<std::string> inputs;
  std::string output;
  std::vector<std::size_t> stages;  // positions among those of the controller
  OriginId where;
};

struct Controller {
  std::string name;
  OriginId where;
  std::vector<Source> sources;
  std::deque<Stage> stages;
  std::vector<Target> targets;   // exactly one in 2025
  std::vector<Branch> branches;  // in an order in which they can run; none in 2025
};

struct Manifest {
  enum class Form : std::uint8_t { pipeline, controller, operator_ };
  Form form;
  std::string name;  // of the operator
  std::vector<Controller> controllers;
};

// Parses a document by the rules of the tree's version. A bare pipeline has a source for each of `kinds`. Throws Error
// at the invalid part.
Manifest read_manifest(const Value& document, const std::vector<std::string>& kinds, ExpressionTree& tree,
                       Context& context);
Manifest read_manifest_2026(const Value& document, const std::vector<std::string>& kinds, ExpressionTree& tree);

}  // namespace evalground::dcontroller
