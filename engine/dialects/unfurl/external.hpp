// Values that stand for something outside of the tree: an image, a collection of secrets.
#pragma once

#include "value/object.hpp"

namespace evalground::unfurl {

// Kept as it is by attributes, variables and the results of expressions, so that a later `select` or `::key` asks it
// (Object::get, undefined for an unknown key). As an argument of a function and in the outcome it is its plain value
// (Object::resolve).
class External : public Object {
 public:
  // What Python prints for the plain value.
  std::string python_repr() const override = 0;
};

}  // namespace evalground::unfurl
