// The texts that are secret in an evaluation: no message shows them.
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
    declared,  // written in the document, which marks it itself
    given      // by the workspace, decrypted, or made of a secret
  };

  // All texts within a value. A text that is known keeps its kind.
  void add(const Value& value, Kind kind);
  // True until anything is secret.
  bool is_empty() const { return texts_.empty(); }
  // True for a text that is nothing but what the document declares.
  bool is_declared(std::string_view text) const;
  // Replaces each occurrence that is a whole word. Secrets shorter than four bytes occur in too many other words.
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
