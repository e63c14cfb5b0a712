#include "dialects/unfurl/functions/portspec.hpp"

#include <optional>
#include <string>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/scanner.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {
namespace {

// One side of a mapping: a port, or the start of a range up to `end`.
struct Side {
  std::string_view port;
  std::string_view end;  // empty: no range
};

std::optional<std::int64_t> port_number(std::string_view digits) {
  const auto port = parse_loose_integer(digits);
  if (!port || port.value > 65535) return std::nullopt;
  return port.value;
}

std::optional<Side> take_side(Scanner& scanner) {
  Side side{scanner.take_while(is_ascii_digit), {}};
  const auto first = port_number(side.port);
  if (!first) return std::nullopt;
  if (scanner.take('-')) {
    side.end = scanner.take_while(is_ascii_digit);
    const auto last = port_number(side.end);
    if (!last || *last < *first) return std::nullopt;
  }
  return side;
}

void put_side(Map& map, std::string_view name, const Side& side) {
  const std::string range_name = std::string(name) + "_range";
  if (side.end.empty()) {
    map.set(name, Value::integer(*port_number(side.port)));
    map.set(range_name, Value::null());
  } else {
    map.set(name, Value::null());
    map.set(range_name, Value::list({Value::string(side.port), Value::string(side.end)}));
  }
}

}  // namespace

Value parse_portspec(std::string_view text) {
  Scanner scanner(text);
  const std::optional<Side> source = take_side(scanner);
  // An empty target means that the target is the source.
  const bool has_target = source && scanner.take(':') && is_ascii_digit(scanner.peek());
  const std::optional<Side> target = has_target ? take_side(scanner) : source;
  std::string_view protocol = "tcp";
  if (scanner.take('/')) protocol = scanner.take_while(is_ascii_letter);
  if (!source || !target || protocol.empty() || !scanner.at_end()) {
    throw Error("bad-portspec", quote(text) + " is not a port mapping such as \"8080:80/tcp\".");
  }
  Map map;
  map.set("protocol", Value::string(protocol));
  put_side(map, "source", *source);
  put_side(map, "target", *target);
  return Value::map(std::move(map));
}

}  // namespace evalground::unfurl
