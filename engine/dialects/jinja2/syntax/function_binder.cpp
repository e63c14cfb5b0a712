// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/function_binder.hpp"

#include <algorithm>

namespace evalground::jinja2 {
namespace {

// Filters to which Jinja passes the context, in which they look up other filters and tests.
bool reads_context(FunctionKind kind, std::string_view name) {
  constexpr std::string_view names[] = {"map", "random", "reject", "rejectattr", "select", "selectattr"};
  return kind == FunctionKind::filter && std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// Finds the places of the arguments of a call. False where they are found out when it runs.
bool find_places(const CallArguments& given, FunctionKind kind, const FunctionCatalogue::Entry& entry,
                 Gathered<std::uint8_t>& places) {
  // Only what is written out has a place: neither `*args` nor a signature that takes the rest.
  const auto& parameters = entry.signature.parameters;
  if (!given.is_plain() || parameters.size() > most_places) return false;
  const bool takes_rest = std::any_of(parameters.begin(), parameters.end(), [](const Parameter& parameter) {
    return parameter.is_rest || parameter.is_keywords;
  });
  if (takes_rest || given.positional.size() + 1 > parameters.size()) return false;
  // Some tests take no names, which their call says.
  if (kind == FunctionKind::test && !given.named.empty()) return false;
  // Positional arguments follow the input, which has the place 0; named ones are found by name, each once.
  for (std::size_t index = 0; index < given.positional.size(); ++index) {
    places.push_back(static_cast<std::uint8_t>(index + 1));
  }
  for (const NamedArgument& argument : given.named) {
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const Parameter& parameter) { return parameter.name == argument.name; });
    if (found == parameters.end()) return false;
    const auto place = static_cast<std::uint8_t>(found - parameters.begin());
    if (place == 0 || std::find(places.begin(), places.end(), place) != places.end()) return false;
    places.push_back(place);
  }
  // A required argument that is missing fails when the function is called.
  for (std::size_t index = 1; index < parameters.size(); ++index) {
    const bool is_given = std::find(places.begin(), places.end(), index) != places.end();
    if (!is_given && !parameters[index].fallback) return false;
  }
  return true;
}

}  // namespace

void FunctionBinder::bind(Application& application, FunctionKind kind, std::uint32_t name_begin,
                          std::uint32_t name_end) {
  const FunctionCatalogue::Entry* entry = functions_.find(kind, application.name);
  application.entry = entry;
  if (entry == nullptr || reads_context(kind, entry->signature.name)) application.is_constant = false;
  if (entry == nullptr) {
    const bool is_allowed = !refuses_unknown_ && allows_unknown_;
    if (!is_allowed && !functions_.is_elsewhere(kind, application.name))
      unknown_.push_back({kind, application.name, application.begin, name_begin, name_end});
    return;
  }
  Gathered<std::uint8_t> places;
  if (!find_places(application.arguments, kind, *entry, places)) return;
  application.places = places.keep(build_.arena());
  application.is_bound = true;
}

void FunctionBinder::report_unknown() {
  if (unknown_.empty()) return;
  // Of nested unknown names Jinja reports the outermost first, in `x | a | b` that is b. Ansible reports the innermost.
  Unknown first = unknown_.front();
  for (const Unknown& one : unknown_) {
    if (!refuses_unknown_ && one.application_begin <= first.application_begin) first = one;
  }
  unknown_.clear();
  if (reports_all_) fail(first);
  if (!first_) first_ = first;
}

void FunctionBinder::fail_unknown() {
  if (first_) fail(*first_);
}

void FunctionBinder::fail(const Unknown& unknown) const {
  const UnknownName error = functions_.unknown(unknown.kind, unknown.name);
  tokens_.fail_unknown(error.diagnostic.code, error.diagnostic.message, unknown.name,
                       functions_.nearest(unknown.kind, unknown.name), unknown.begin, unknown.end);
}

}  // namespace evalground::jinja2
