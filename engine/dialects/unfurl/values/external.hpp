// Values that stand for something outside of the document: a file, a secret, a container image, a vault.
#pragma once

#include "value/object.hpp"

namespace evalground::unfurl {

// It has a plain value (resolve()), and keys that queries and `select` read with get(). It keeps its identity until a
// plain value is needed: `{eval: {file: a.txt}, select: contents}` reads the file's contents, not its path.
class External : public Object {
 public:
  std::string_view type_name() const override { return "external value"; }
};

}  // namespace evalground::unfurl
