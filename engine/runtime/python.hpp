// Calls of Python functions in the workspace, for any language: values in both directions, and the messages of
// exceptions.
//
// Some values have no form in JSON: bytes, non-finite numbers, maps with keys other than text, objects of a language.
// They are passed as {"$": form, …}, which wasm/python/bridge.py knows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/context.hpp"

namespace evalground {

class PythonValues {
 public:
  // `keeps_tuples`: tuples stay tuples instead of becoming lists.
  explicit PythonValues(Context& context_, bool keeps_tuples = false)
      : context(context_), keeps_tuples_(keeps_tuples) {}
  PythonValues(const PythonValues&) = delete;
  PythonValues& operator=(const PythonValues&) = delete;
  virtual ~PythonValues() = default;

  // The value as JSON. Undefined becomes null.
  Value to_python(const Value& value);
  // A value that Python returned. If it is sensitive, every part is marked, so that no part can be extracted unmarked.
  // Throws Error for an unknown form.
  Value from_python(const Value& value, bool is_sensitive);

  // True when any value sent to Python was secret.
  bool has_sent_sensitive() const { return has_sent_sensitive_; }

  Context& context;

 protected:
  // An object other than a big integer, in the form for Python.
  virtual Value object_to_python(const Value& value) = 0;
  // A form that only this language knows; absent for other forms.
  virtual Value form_from_python(std::string_view name, const Map& form);
  static Value form(std::string_view name, std::string_view key, Value content);

 private:
  Value list_to_python(const List& list);
  Value map_to_python(const Map& map);
  Value part_from_python(const Value& value, bool is_sensitive);
  Value form_value(const Map& map, bool is_sensitive);

  const bool keeps_tuples_;
  bool has_sent_sensitive_ = false;
};

// Answers the questions of a Python function. Exceptions do not pass through Python: one that ends the evaluation is
// stored, and thrown after the function has returned.
class PythonQuestions : public Caller {
 public:
  Value answer(const Map& question) final;
  // Throws the exception that ended the evaluation during the call, if there was one.
  void rethrow() const;
  // The error of a question, by the number that its answer gave to Python; null for any other number.
  const Diagnostic* problem(const Value* number) const;

 protected:
  // The answer as JSON, and whether it contains something secret. May throw.
  virtual Value find(const Map& question, bool& is_sensitive) = 0;

 private:
  std::vector<Diagnostic> problems_;
  std::optional<LimitError> limit_;
  std::optional<Pending> pending_;
  std::optional<std::string> failure_;
};

// The string under a key of a request, question or answer; empty when absent.
std::string_view python_text(const Map& map, std::string_view key);

// What Python finds below /workspace: the content of a file, true for a folder, absent for a missing path.
Value python_file(const Context& context, std::string_view path);

// The message of an exception of `what`, "The Python function `f`", at the innermost line of the workspace's own files,
// with the calls that led to it. Without such a line it is reported at `where`.
Diagnostic python_exception(Context& context, const Map& exception, std::string_view what, bool is_sensitive,
                            OriginId where);
// The same, but with another diagnostic for the exception itself.
void place_python_exception(Context& context, const Map& exception, Diagnostic& diagnostic, OriginId where);

}  // namespace evalground
