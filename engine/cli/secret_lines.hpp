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

namespace evalground::cli {

// A literal of a text: bytes, half open.
struct SecretLiteral {
  std::string name;  // of the input, parameter or property that it is a value of
  std::uint32_t begin;
  std::uint32_t end;
};

class DeclaredSecrets {
 public:
  explicit DeclaredSecrets(const Map& workspace);

  // The literals in document order. A text that cannot be parsed and mentions secrets is one literal without a name.
  std::vector<SecretLiteral> in(std::string_view text) const;
  // The text with these literals covered, each character by one of the same size.
  std::string covered(std::string_view text) const;

 private:
  std::set<std::string, std::less<>> names_;
  bool has_any_ = false;
};

// "main.yaml:4 holds the value of pw, which is declared secret. …", for the documents of a workspace that is shared.
std::vector<std::string> secret_line_notes(const Map& workspace);

// The text of a workspace's file with its secrets, inputs and environment covered, as far as lines show where they
// stand: the text need not be valid.
std::string without_inputs(std::string_view text);

}  // namespace evalground::cli
