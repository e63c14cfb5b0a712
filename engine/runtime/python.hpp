// Calls of Python functions of the workspace, for any language: values on their way there and back, and what their
// exceptions say.
//
// JSON has no form for some values: bytes, numbers that are not finite, maps with other keys than text, objects of a
// language. They travel as {"$": form, …}, which wasm/python/bridge.py knows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/context.hpp"

namespace evalground {

class PythonValues {
 public:
  // `keeps_tuples`: tuples travel as such, rather than as lists.
  explicit PythonValues(Context& context_, bool keeps_tuples = false)
      : context(context_), keeps_tuples_(keeps_tuples) {}
  PythonValues(const PythonValues&) = delete;
  PythonValues& operator=(const PythonValues&) = delete;
  virtual ~PythonValues() = default;

  // The value as JSON can say it; what is undefined is null.
  Value to_python(const Value& value);
  // A value that Python returned. Of a sensitive one every part is marked, so that none can be taken out of it
  // unmarked. Throws Error for an unknown form.
  Value from_python(const Value& value, bool is_sensitive);

  // Whether anything that went to Python was secret.
  bool has_sent_sensitive() const { return has_sent_sensitive_; }

  Context& context;

 protected:
  // An object other than a big integer, on its way to Python.
  virtual Value object_to_python(const Value& value) = 0;
  // A form that only this language knows; absent for any other.
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
// kept, and thrown when the function has returned.
class PythonQuestions : public Caller {
 public:
  Value answer(const Map& question) final;
  // Throws the exception that ended the evaluation while Python ran, if there was one.
  void rethrow() const;
  // The error that a question has met, by the number that its answer gave to Python; null for another.
  const Diagnostic* problem(const Value* number) const;

 protected:
  // The answer as JSON can say it, and whether it holds something secret. May throw.
  virtual Value find(const Map& question, bool& is_sensitive) = 0;

 private:
  std::vector<Diagnostic> problems_;
  std::optional<LimitError> limit_;
  std::optional<Pending> pending_;
  std::optional<std::string> failure_;
};

// The string under a key of a request, question or answer; empty when absent.
std::string_view python_text(const Map& map, std::string_view key);

// What Python finds below /workspace: the content of a file, true for a folder, absent for nothing.
Value python_file(const Context& context, std::string_view path);

// What an exception of `what`, "The Python function `f`", says, at the innermost line of the workspace's own files,
// with the calls that led to it. Without such a line it is where `where` is.
Diagnostic python_exception(Context& context, const Map& exception, std::string_view what, bool is_sensitive,
                            OriginId where);
// The same with another diagnostic for the exception itself.
void place_python_exception(Context& context, const Map& exception, Diagnostic& diagnostic, OriginId where);

}  // namespace evalground
