#include "dialects/unfurl/values/status.hpp"

#include <unordered_set>

#include "base/budget.hpp"
#include "dialects/unfurl/expression/resource.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view status_words[] = {"unknown", "ok", "degraded", "error", "pending", "absent"};
constexpr std::string_view state_words[] = {"initial", "creating", "created", "configuring", "configured", "starting",
                                            "started", "stopping", "stopped", "deleting",    "deleted",    "error"};

class EffectiveStatus {
 public:
  explicit EffectiveStatus(Budget& budget) : budget_(budget) {}

  // Invariant: a resource that was visited before does not count again.
  Status of(const Resource& resource) {
    const Depth depth = budget_.enter();
    seen_.insert(&resource);
    const Status own = resource.status.value_or(Status::unknown);
    if (own == Status::unknown || own == Status::error || own == Status::absent) return own;
    Status result = Status::ok;
    if (resource.parent != nullptr && resource.parent->kind != ResourceKind::root &&
        !takes_in(*resource.parent, result)) {
      return result;
    }
    for (const Resource* requirement : resource.requirements) {
      if (requirement->target != nullptr && requirement->target != resource.parent &&
          !takes_in(*requirement->target, result)) {
        return result;
      }
    }
    return result;
  }

 private:
  // False when the result is decided.
  bool takes_in(const Resource& dependency, Status& result) {
    budget_.step();
    if (seen_.contains(&dependency)) return true;
    switch (of(dependency)) {
      case Status::ok: return true;
      case Status::degraded: result = Status::degraded; return true;
      case Status::pending: result = Status::pending; return false;
      default: result = Status::error; return false;
    }
  }

  Budget& budget_;
  std::unordered_set<const Resource*> seen_;
};

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

Status effective_status(const Resource& resource, Budget& budget) {
  return EffectiveStatus(budget).of(resource);
}

Value Enumerated::resolve(Context&) {
  return Value::integer(number);
}

bool Enumerated::equals(const Object& other) const {
  const auto* enumerated = dynamic_cast<const Enumerated*>(&other);
  return enumerated != nullptr && enumerated->number == number;
}

}  // namespace evalground::unfurl
