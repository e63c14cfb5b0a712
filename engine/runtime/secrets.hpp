// The texts that are secret in an evaluation: no message shows them, and a file that holds one is as secret.
//
// Values carry their mark themselves; this is for what is made of them without it: the name in "There is no file …".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "source/diagnostic.hpp"
#include "value/value.hpp"

namespace evalground {

inline constexpr std::string_view redaction = "<<REDACTED>>";

class SecretTexts {
 public:
  enum class Kind : std::uint8_t {
    marked,  // by the document
    given    // by the workspace's secrets, or decrypted
  };

  // All texts within a value.
  void add(const Value& value, Kind kind);
  // True when the text holds one that was given.
  bool are_in(std::string_view text) const;
  // Replaces each of them that stands by itself; those of less than four bytes are in too many other words.
  void redact(std::string& message) const;
  void redact(Diagnostic& diagnostic) const;

 private:
  void add_text(std::string_view text, Kind kind);

  struct Text {
    std::string text;
    std::string shown;  // as quote() shows it
    Kind kind;
  };
  std::vector<Text> texts_;
};

}  // namespace evalground
