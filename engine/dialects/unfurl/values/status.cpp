#include "dialects/unfurl/values/status.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view status_words[] = {"unknown", "ok", "degraded", "error", "pending", "absent"};
constexpr std::string_view state_words[] = {"initial", "creating", "created", "configuring", "configured", "starting",
                                            "started", "stopping", "stopped", "deleting",    "deleted",    "error"};

}  // namespace

std::string_view status_word(Status status) noexcept {
  return status_words[static_cast<std::size_t>(status)];
}

std::string_view state_word(State state) noexcept {
  return state_words[static_cast<std::size_t>(state) - 1];
}

std::span<const std::string_view> status_names() noexcept {
  return status_words;
}

std::span<const std::string_view> state_names() noexcept {
  return state_words;
}

std::optional<Status> status_of_word(std::string_view word) noexcept {
  for (std::size_t index = 0; index < std::size(status_words); ++index) {
    if (status_words[index] == word) return static_cast<Status>(index);
  }
  return std::nullopt;
}

std::optional<State> state_of_word(std::string_view word) noexcept {
  for (std::size_t index = 0; index < std::size(state_words); ++index) {
    if (state_words[index] == word) return static_cast<State>(index + 1);
  }
  return std::nullopt;
}

Value Enumerated::resolve(Context&) {
  return Value::integer(number);
}

bool Enumerated::equals(const Object& other) const {
  const auto* enumerated = dynamic_cast<const Enumerated*>(&other);
  return enumerated != nullptr && enumerated->number == number;
}

}  // namespace evalground::unfurl
