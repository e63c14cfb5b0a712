#include "runtime/dialect.hpp"

namespace evalground {
namespace {

// For a dialect without language services.
class NoLanguage final : public Language {
 public:
  bool reads(std::string_view, const Workspace&) const override { return false; }
  void read(Context&, std::uint32_t, Reading&) const override {}
  Caret at(Context&, const Reading&, std::uint32_t, std::uint32_t) const override { return {}; }
  Pieces pieces(Context&, const Stretch&) const override { return {}; }
};

}  // namespace

const Language& Dialect::language() const {
  static const NoLanguage language;
  return language;
}

std::span<const Option> known_options(const Dialect& dialect, FindDialect find) {
  std::span<const Option> known = dialect.description().options;
  each_flavor(dialect, find,
              [&](const Dialect& flavor, const Option&, std::string_view) { known = flavor.description().options; });
  return known;
}

}  // namespace evalground
