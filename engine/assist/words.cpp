#include "assist/words.hpp"

namespace evalground {
namespace {

struct Word {
  std::string_view kind;
  std::string_view completion;
  std::string_view symbol;
};

constexpr Word words[] = {{"function", "Function", "Function"},
                          {"filter", "Function", "Function"},
                          {"test", "Function", "Function"},
                          {"global", "Function", "Function"},
                          {"lookup", "Function", "Function"},
                          {"method", "Method", "Method"},
                          {"macro", "Function", "Function"},
                          {"operator", "Operator", "Operator"},
                          {"stage", "Keyword", "Operator"},
                          {"statement", "Keyword", "Key"},
                          {"keyword", "Keyword", "Key"},
                          {"directive", "Keyword", "Key"},
                          {"promise-type", "Keyword", "Key"},
                          {"special-key", "Property", "Property"},
                          {"property", "Property", "Property"},
                          {"attribute", "Property", "Property"},
                          {"key", "Property", "Key"},
                          {"argument", "Property", "Property"},
                          {"value", "Value", "Constant"},
                          {"file", "File", "File"},
                          {"variable", "Variable", "Variable"},
                          {"input", "Variable", "Variable"},
                          {"parameter", "Variable", "Variable"},
                          {"output", "Field", "Field"},
                          {"resource", "Class", "Object"},
                          {"relationship", "Class", "Object"},
                          {"type", "Class", "Class"},
                          {"kind", "Class", "Class"},
                          {"class", "EnumMember", "Boolean"},
                          {"condition", "EnumMember", "Boolean"},
                          {"anchor", "Reference", "Key"},
                          {"merge path", "Reference", "Key"},
                          {"bundle", "Module", "Module"},
                          {"body", "Struct", "Struct"},
                          {"block", "Module", "Module"},
                          {"module", "Module", "Module"},
                          {"namespace", "Module", "Namespace"},
                          {"host", "Value", "Object"},
                          {"group", "Module", "Namespace"},
                          {"controller", "Module", "Module"}};

const Word* find(std::string_view kind) {
  for (const Word& word : words) {
    if (word.kind == kind) return &word;
  }
  return nullptr;
}

}  // namespace

std::string_view completion_kind(std::string_view kind) {
  const Word* word = find(kind);
  return word == nullptr ? "Text" : word->completion;
}

std::string_view symbol_kind(std::string_view kind) {
  const Word* word = find(kind);
  return word == nullptr ? "String" : word->symbol;
}

}  // namespace evalground
