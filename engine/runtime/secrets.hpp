// The secret texts of an evaluation, which no message may show.
//
// Values carry their own mark. This is for texts built from them without it, such as the name in "There is no file …".
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
    declared,  // written in the document, which marks it
    given      // given by the workspace, decrypted, or computed from a secret
  };

  // Adds all texts within a value. A known text keeps its kind.
  void add(const Value& value, Kind kind);
  // True while nothing is secret.
  bool is_empty() const { return texts_.empty(); }
  // True for a text that consists only of what the document declares.
  bool is_declared(std::string_view text) const;
  // Replaces each occurrence that is a whole word. Secrets shorter than four bytes occur in too many other words.
  void redact(std::string& message) const;
  void redact(Diagnostic& diagnostic) const;

 private:
  void add_text(std::string_view text, Kind kind);

  struct Text {
    std::string text;
    std::string shown;  // in the form of quote()
    Kind kind;
  };
  std::vector<Text> texts_;
};

}  // namespace evalground
