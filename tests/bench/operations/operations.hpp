// Operations at a size of choice: what one does to documents that grow. tests/bench/baseline.json holds how many
// instructions some of them take, and `scripts/bench growth` runs them at growing sizes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "value/map.hpp"
#include "value/value.hpp"

namespace evalground::bench {

// The measured part of an operation; what it needs was made before.
using Run = std::function<void()>;

struct Operation {
  std::string_view name;  // "yaql/order"
  int size;               // at which its instructions are counted; 0: they are not
  bool grows;             // whether it is run at growing sizes
  Run (*prepare)(int size);
};

std::vector<Operation> layer_operations();
std::vector<Operation> unfurl_operations();
std::vector<Operation> template_operations();
std::vector<Operation> yaql_operations();
std::vector<Operation> heat_operations();
std::vector<Operation> cfengine_operations();
std::vector<Operation> dcontroller_operations();
std::vector<Operation> service_operations();

// The block as often as that; each ~ in it is its number, from 0: repeat(2, "a~: b\n") is "a0: b\na1: b\n".
std::string repeat(int count, std::string_view block);

// {name: host7, port: 7, on: false, zone: z3, tags: [a, b]}, in an order of its own.
Value records(int count);

// A workspace of a dialect with one document, and of one with an expression.
Map with_document(std::string_view dialect, std::string document);
Map with_expression(std::string_view dialect, std::string expression);

// Evaluates a workspace, from its text to the outcome's, under limits wide enough, with a run option that is asked for.
// Throws where the outcome's "ok" is not as expected.
Run evaluation(Map workspace, std::string_view option = "", bool is_good = true);

// Asks a language service about the end of the workspace's document.
Run question(std::string_view what, Map workspace);

// Run options (JSON) with limits wide enough, and an option that is asked for.
std::string wide_options(std::string_view option = "");

// The budget of work outside of an evaluation.
Budget wide_budget();

}  // namespace evalground::bench
