// The orders in which lists are sorted: lex, int, real, ip, mac.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::cfengine {

// The texts of a list sorted by that order ("lex", "int", "real", "IP", "ip", "MAC", "mac"). Texts that are not a
// number or address come first, in byte order. "int" compares numbers without their fractions. Equal ones are in
// reverse of their original order, as in the reference.
List sorted(const List& texts, std::string_view order, Budget& budget);

// Bytes that compare like the addresses, IPv4 before IPv6; empty for other text.
std::string address_bytes(std::string_view text);

// True when an address is in a network such as "10.0.0.0/8". A single address is a network of one. False for invalid
// text.
bool is_in_network(std::string_view network, std::string_view address);

}  // namespace evalground::cfengine
