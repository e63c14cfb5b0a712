// Functions on numbers and addresses: sums, comparisons, random numbers.
//
// Numbers are texts, and a list of numbers may contain anything. Sums and means read what is at the beginning of each
// element, "3kg" as 3. Comparisons and integer arguments accept only complete numbers.
#include "dialects/cfengine/data/number.hpp"

#include <cmath>

#include "base/text/text.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/order.hpp"
#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace number_family {
namespace {

// The numbers at the beginning of the primitives. Booleans, and texts without a number, count as 0.
std::vector<double, CountingAllocator<double>> numbers_of(const PolicyCall& call) {
  const Value texts = call.scalars(0);
  std::vector<double, CountingAllocator<double>> numbers;
  numbers.reserve(texts.as_list().size());
  for (const Value& text : texts.as_list()) numbers.push_back(leading_real(text.as_string()));
  call.budget().step(numbers.size());
  return numbers;
}

// Sums and products are printed with six decimals, as C's %f does.
Value sum(Call& call) {
  double total = 0;
  for (const double number : numbers_of(policy_call(call))) total += number;
  return Value::string(fixed_text(total));
}

Value product(Call& call) {
  double total = 1;
  for (const double number : numbers_of(policy_call(call))) total *= number;
  return Value::string(fixed_text(total));
}

// An empty collection has no mean, so the call fails.
double mean_of(const PolicyCall& call, const std::vector<double, CountingAllocator<double>>& numbers) {
  if (numbers.empty()) call.fail("The collection has no element.");
  double total = 0;
  for (const double number : numbers) total += number;
  return total / static_cast<double>(numbers.size());
}

Value mean(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return Value::string(fixed_text(mean_of(policy, numbers_of(policy))));
}

// The sample variance, divided by n - 1. A single element has 0.
Value variance(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const auto numbers = numbers_of(policy);
  const double mean = mean_of(policy, numbers);
  double total = 0;
  for (const double number : numbers) total += (number - mean) * (number - mean);
  return Value::string(fixed_text(numbers.size() == 1 ? 0 : total / static_cast<double>(numbers.size() - 1)));
}

// Compares as numbers when both texts begin with a number, else by bytes. The rest after a number must then be its
// suffix: "1.5.2" cannot be compared with a number.
int compare(const PolicyCall& call) {
  if (!begins_number(call.text(0)) || !begins_number(call.text(1))) return call.text(0).compare(call.text(1));
  const std::optional<double> a = real_of(call.text(0));
  const std::optional<double> b = real_of(call.text(1));
  if (!a || !b) call.fail(quote(call.text(a ? 1 : 0)) + " begins with a number, but is not one.");
  return *a < *b ? -1 : *a > *b ? 1 : 0;
}

// Equal values are neither less nor greater.
Value islessthan(Call& call) {
  return Value::boolean(compare(policy_call(call)) < 0);
}

Value isgreaterthan(Call& call) {
  return Value::boolean(compare(policy_call(call)) > 0);
}

// irange() and rrange() give a pair that no variable can hold. They exist for bodies, and fail as an expression.
Value range(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return Value::list({Value::string(policy.text(0)), Value::string(policy.text(1))});
}

// The upper bound does not belong to the range. The bounds may be given in either order.
Value randomint(Call& call) {
  const PolicyCall& policy = policy_call(call);
  std::int64_t low = policy.integer(0);
  std::int64_t high = policy.integer(1);
  if (low == high) policy.fail("The bounds of randomint are the same.");
  if (low > high) std::swap(low, high);
  const std::uint64_t width = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  const std::uint64_t number = static_cast<std::uint64_t>(low) + call.context.random.below(width);
  return Value::string(std::to_string(static_cast<std::int64_t>(number)));
}

// True if the network contains any of the addresses.
Value isipinsubnet(Call& call) {
  const PolicyCall& policy = policy_call(call);
  for (std::size_t i = 1; i < call.size(); ++i) {
    if (is_in_network(policy.text(0), policy.text(i))) return Value::boolean(true);
  }
  return Value::boolean(false);
}

// "web-" and "1-32": true for the host names web-1 to web-32.
Value hostrange(Call& call) {
  const PolicyCall& policy = policy_call(call);
  std::string_view host = "playground";
  if (!host.starts_with(policy.text(0))) return Value::boolean(false);
  host.remove_prefix(policy.text(0).size());
  const std::size_t dash = policy.text(1).find('-');
  const std::optional<std::int64_t> number = int_of(host);
  if (!number || dash == std::string_view::npos) return Value::boolean(false);
  return Value::boolean(leading_int(policy.text(1)) <= *number &&
                        *number <= leading_int(policy.text(1).substr(dash + 1)));
}

// Always false: the playground has no address.
Value iprange(Call&) {
  return Value::boolean(false);
}

constexpr Example sum_examples[] = {{R"(sum("[1, 2.5, 3]"))", "", R"("6.500000")"}};
constexpr Example product_examples[] = {{R"(product("[2, 3, 4]"))", "", R"("24.000000")"}};
constexpr Example mean_examples[] = {{R"(mean("[1, 2, 3, 4]"))", "", R"("2.500000")"}};
constexpr Example variance_examples[] = {{R"(variance("[1, 2, 3, 4]"))", "", R"("1.666667")"}};
constexpr Example less_examples[] = {{R"(islessthan("9", "10"))", "", R"("any")"},
                                     {R"(islessthan("b", "a"))", "", R"("!any")"}};
constexpr Example greater_examples[] = {{R"(isgreaterthan("2k", "1999"))", "", R"("any")"}};
constexpr Example irange_examples[] = {{R"(irange(1, 100))", "", "error"}};
constexpr Example rrange_examples[] = {{R"(rrange("0.1", "0.9"))", "", "error"}};
constexpr Example random_examples[] = {{R"(randomint(3, 4))", "", R"("3")"}};
constexpr Example subnet_examples[] = {{R"(isipinsubnet("10.0.0.0/8", "10.1.2.3"))", "", R"("any")"}};
constexpr Example hostrange_examples[] = {{R"(hostrange("web-", "1-32"))", "", R"("!any")"}};
constexpr Example iprange_examples[] = {{R"(iprange("10.0.0.0/8"))", "", R"("!any")"}};

}  // namespace
}  // namespace number_family

std::span<const Function> number_functions() {
  using namespace number_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "sum(list: collection) -> real",
       .summary = "The sum of the numbers of a collection.",
       .examples = sum_examples,
       .call = sum},
      {.kind = "function",
       .signature = "product(list: collection) -> real",
       .summary = "The product of the numbers of a collection.",
       .examples = product_examples,
       .call = product},
      {.kind = "function",
       .signature = "mean(list: collection) -> real",
       .summary = "The mean of the numbers of a collection.",
       .examples = mean_examples,
       .call = mean},
      {.kind = "function",
       .signature = "variance(list: collection) -> real",
       .summary = "The sample variance of the numbers of a collection.",
       .examples = variance_examples,
       .call = variance},
      {.kind = "function",
       .signature = "islessthan(a: text, b: text) -> context",
       .summary = "True when a is before b: as numbers if both are, else by bytes.",
       .examples = less_examples,
       .call = islessthan},
      {.kind = "function",
       .signature = "isgreaterthan(a: text, b: text) -> context",
       .summary = "True when a is after b: as numbers if both are, else by bytes.",
       .examples = greater_examples,
       .call = isgreaterthan},
      {.kind = "function",
       .signature = "irange(low: int[-inf,inf], high: int[-inf,inf]) -> irange",
       .summary = "A range of integers for attributes of other promise types; no value of a variable.",
       .examples = irange_examples,
       .call = range},
      {.kind = "function",
       .signature = "rrange(low: real, high: real) -> rrange",
       .summary = "A range of numbers for attributes of other promise types; no value of a variable.",
       .examples = rrange_examples,
       .call = range},
      {.kind = "function",
       .signature = "randomint(low: int[-inf,inf], high: int[-inf,inf]) -> int",
       .summary = "A random integer from the lower bound up to below the upper.",
       .effects = Effects::random,
       .examples = random_examples,
       .call = randomint},
      {.kind = "function",
       .signature = "isipinsubnet(network: text, *addresses: text) -> context",
       .summary = "True when one of the addresses is in a network.",
       .changed = "3.28",
       .examples = subnet_examples,
       .call = isipinsubnet},
      {.kind = "function",
       .signature = "hostrange(prefix: text, range: text) -> context",
       .summary = "True when the host's name is a prefix and a number of a range.",
       .examples = hostrange_examples,
       .call = hostrange},
      {.kind = "function",
       .signature = "iprange(network: text, *interfaces: text) -> context",
       .summary = "True when the host has an address in a network; the playground has none.",
       .examples = iprange_examples,
       .call = iprange},
  };
  return all;
}

}  // namespace evalground::cfengine
