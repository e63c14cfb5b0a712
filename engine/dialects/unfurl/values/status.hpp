// The statuses and states of resources, as words and as numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "value/object.hpp"

namespace evalground::unfurl {

enum class Status : std::uint8_t { unknown, ok, degraded, error, pending, absent };

enum class State : std::uint8_t {
  initial = 1,
  creating,
  created,
  configuring,
  configured,
  starting,
  started,
  stopping,
  stopped,
  deleting,
  deleted,
  error
};

std::string_view status_word(Status status) noexcept;
std::string_view state_word(State state) noexcept;
std::span<const std::string_view> status_names() noexcept;
std::span<const std::string_view> state_names() noexcept;
// Nothing for an unknown word.
std::optional<Status> status_of_word(std::string_view word) noexcept;
std::optional<State> state_of_word(std::string_view word) noexcept;

// A status or state as a value: a number that text never converts to.
class Enumerated final : public Object {
 public:
  Enumerated(std::int64_t number_, std::string_view word_) : number(number_), word(word_) {}
  const std::int64_t number;
  const std::string_view word;

  std::string_view type_name() const override { return "status"; }
  Value resolve(Context& context) override;
  bool equals(const Object& other) const override;
  std::size_t hash() const override { return static_cast<std::size_t>(number); }
};

}  // namespace evalground::unfurl
