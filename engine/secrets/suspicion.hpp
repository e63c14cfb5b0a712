// What looks like a secret although nothing declares it so: by its name, or by its shape.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/regex/regex.hpp"

namespace evalground {

// Whether people give this name to secrets: "db_password", "apiToken", "AWS_SECRET_ACCESS_KEY". A name of something
// about a secret does not count: "token_url", "password_length", "key_name".
bool names_secret(std::string_view name);

// Whether a text is computed elsewhere or encrypted, or stands for something else: "{{ x }}", "$(x)", "<password>",
// "$ANSIBLE_VAULT;1.1;…", "".
bool is_reference(std::string_view text);

// A part of a text that has the shape of a secret: bytes, half open.
struct ShapedSecret {
  std::string_view what;  // "a token of GitHub"
  std::uint32_t begin;
  std::uint32_t end;
};

// The expressions that tell shapes.
class Shapes {
 public:
  Shapes();

  // By their places; none overlaps another.
  std::vector<ShapedSecret> in(std::string_view text, Budget& budget) const;

 private:
  Ref<const Regex> all_;
};

}  // namespace evalground
