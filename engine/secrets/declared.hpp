// The literals in a workspace's documents that the documents declare secret: no excerpt of a text shows them.
//
//   parameters: {p: {hidden: true, default: hunter2}}      default: *******
//   spec: {inputs: {pw: hunter2}}                          pw: *******, where a declaration says `sensitive`
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground {

// A literal of a text: bytes, half open.
struct SecretLiteral {
  std::string name;  // of the input, parameter or property that it is a value of
  std::uint32_t begin;
  std::uint32_t end;
};

class DeclaredSecrets {
 public:
  explicit DeclaredSecrets(const Map& workspace);

  // The scalars that are secret, or lie in a list or map that is. None where the text cannot be read.
  std::vector<SecretLiteral> scalars_in(std::string_view text) const;
  // The text with what is secret covered; the whole text if it mentions secrets and cannot be read.
  std::string covered(std::string_view text) const;

 private:
  // Calls f(name, value) for each literal; false where the text cannot be read.
  template <class F>
  bool each(std::string_view text, const F& f) const;

  std::set<std::string, std::less<>> names_;
  bool has_any_ = false;
};

}  // namespace evalground
