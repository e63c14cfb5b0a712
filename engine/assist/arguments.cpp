#include "assist/arguments.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace evalground {
namespace {

// The parameter for a named argument; null when absent.
const Parameter* find_parameter(const Signature& signature, std::string_view name) {
  const Parameter* rest = nullptr;
  for (const Parameter& parameter : signature.parameters) {
    if (parameter.is_keywords) {
      rest = &parameter;
    } else if (!parameter.is_rest && parameter.name == name) {
      return &parameter;
    }
  }
  return rest;
}

std::string heading(const std::string& label, std::string_view function) {
  return "argument " + code(label) + " of " + code(function);
}

// "template: text", for a function whose one parameter is a map.
std::string documentation_of_part(const FunctionCatalogue::Entry& entry, std::string_view part) {
  std::string text = heading(std::string(part), entry.signature.name);
  if (!entry.function->summary.empty()) text += "\n\n" + std::string(std::string_view(entry.function->summary));
  return text;
}

}  // namespace

std::string parameter_label(const Parameter& parameter) {
  std::string label(parameter.is_keywords ? "**" : parameter.is_rest ? "*" : "");
  label.append(parameter.name).append(": ").append(parameter.type);
  if (parameter.fallback) label.append(" = ").append(*parameter.fallback);
  return label;
}

std::string documentation(const FunctionCatalogue::Entry& entry, const Parameter& parameter) {
  std::string text = heading(parameter_label(parameter), entry.signature.name);
  if (parameter.is_keywords) {
    text += "\n\nTakes arguments of any name.";
  } else {
    // "A string", "An integer"
    text += "\n\nA" + (parameter.type == "any" ? std::string("ny value") : with_article(parameter.type).substr(1));
    text += parameter.fallback ? ", " + code(*parameter.fallback) + " when it is not given." : "; it has to be given.";
  }
  text += "\n\n" + code(entry.function->signature);
  if (!entry.function->summary.empty()) text += "\n\n" + std::string(std::string_view(entry.function->summary));
  return text;
}

std::string argument_documentation(Question& question, const Mention& mention) {
  const Caret caret = question.language->at(question.context, question.reading(), mention.at.file, mention.at.end);
  if (caret.calls.empty()) return {};
  const CallAround& call = caret.calls.back();
  const auto entries = question.entries(call.kind, call.name, call.catalogue);
  if (entries.empty()) return {};
  for (const std::string_view part : call.parts) {
    if (part.substr(0, part.find(':')) == mention.name) return documentation_of_part(*entries[0], part);
  }
  for (const auto* entry : entries) {
    const Parameter* parameter = find_parameter(entry->signature, mention.name);
    if (parameter != nullptr) return documentation(*entry, *parameter);
  }
  return {};
}

}  // namespace evalground
