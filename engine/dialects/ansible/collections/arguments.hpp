// Arguments as plugins of collections take them, which declare types like modules do (ansible.module_utils
// ArgumentSpecValidator): a text may stand for a boolean or a list, and a number for a text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {

// 1, "yes", "on", "true", "t", "y", true and their opposites; none is false. Fails for other values.
bool boolean_argument(const FunctionCall& call, std::size_t index);

// A list; "a,b" stands for ['a', 'b'], and 3 for ['3']. Fails for other values.
List list_argument(const FunctionCall& call, std::size_t index);
// The same, with the items as texts.
std::vector<std::string> texts_argument(const FunctionCall& call, std::size_t index);

// One of the words; empty for none. Fails for other values.
std::string word_argument(const FunctionCall& call, std::size_t index, std::span<const std::string_view> words);

// Marks the parts that are sensitive as read, and fails for undefined ones. A filter takes its data apart after that.
void read_whole(const FunctionCall& call, const Value& value);

}  // namespace evalground::ansible
