// The orders in which lists are sorted: lex, int, real, ip, mac.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::cfengine {

// The texts of a list in that order ("lex", "int", "real", "IP", "ip", "MAC", "mac"). What is no number or address
// comes first, in byte order; equal ones in the reverse of their order in the list, as the reference has it.
List sorted(const List& texts, std::string_view order, Budget& budget);

// Bytes that compare as the addresses do, IPv4 before IPv6; empty when the text is no address.
std::string address_bytes(std::string_view text);

// Whether an address lies in a network such as "10.0.0.0/8"; an address alone is a network of one. Invalid: false.
bool is_in_network(std::string_view network, std::string_view address);

}  // namespace evalground::cfengine
