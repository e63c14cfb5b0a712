// Arithmetic of eval(): `(2 + 3k) * pi`. Two levels of precedence, both left associative: sums with comparisons, and
// products with powers. So `2 * 3 ** 2` is 36, as in the reference.
//
// The reader goes back where an operand is missing, and ignores the text that follows: "1 +" is 1. Only a text that
// does not begin with an expression has no value.
#include "dialects/cfengine/data/infix.hpp"

#include <cmath>

#include "base/text/ascii.hpp"
#include "base/text/scanner.hpp"
#include "dialects/cfengine/data/number.hpp"

namespace evalground::cfengine {
namespace {

// The step function: 0 for negative numbers, otherwise 1.
double step_at(double x) {
  return x < 0 ? 0 : 1;
}

struct Known {
  std::string_view name;
  double (*function)(double);
};

constexpr Known function_table[] = {
    {"ceil", [](double x) { return std::ceil(x); }},   {"floor", [](double x) { return std::floor(x); }},
    {"log10", [](double x) { return std::log10(x); }}, {"log2", [](double x) { return std::log2(x); }},
    {"log", [](double x) { return std::log(x); }},     {"sqrt", [](double x) { return std::sqrt(x); }},
    {"sin", [](double x) { return std::sin(x); }},     {"cos", [](double x) { return std::cos(x); }},
    {"tan", [](double x) { return std::tan(x); }},     {"asin", [](double x) { return std::asin(x); }},
    {"acos", [](double x) { return std::acos(x); }},   {"atan", [](double x) { return std::atan(x); }},
    {"abs", [](double x) { return std::fabs(x); }},    {"step", step_at}};

struct Constant {
  std::string_view name;
  double value;
};

// Ordered: the first match counts, so "e" comes before every word that begins with it except these.
constexpr double pi = 3.14159265358979323846;
constexpr Constant constant_table[] = {{"log2e", 1.44269504088896340736},
                                       {"log10e", 0.43429448190325182765},
                                       {"ln2", 0.69314718055994530942},
                                       {"ln10", 2.30258509299404568402},
                                       {"pi_2", pi / 2},
                                       {"pi_4", pi / 4},
                                       {"pi", pi},
                                       {"sqrt2", 1.41421356237309504880},
                                       {"sqrt1_2", 0.70710678118654752440},
                                       {"e", 2.71828182845904523536}};

class InfixReader {
 public:
  InfixReader(std::string_view text, Budget& budget) : scanner_(text), budget_(budget) {}

  // Reads the longest expression at the start of the text.
  std::optional<double> read() {
    if (scanner_.at_end()) return 0;  // empty text; blanks alone are an error
    blanks();
    return sum();
  }

 private:
  // Only these: a line break ends the expression.
  void blanks() { scanner_.skip_whitespace(" \t"); }

  // Comparisons are on this level, so `1 < 2 + 3` is (1 < 2) + 3.
  std::optional<double> sum() {
    std::optional<double> left = product();
    while (left) {
      const std::size_t before = scanner_.offset();
      if (!after_constant_) blanks();
      const std::string_view sign = take_sign({"==", "<=", ">=", "<", ">", "+", "-"});
      if (sign.empty()) return left;
      blanks();
      const std::optional<double> right = product();
      if (!right) {
        scanner_.rewind(before);
        return left;
      }
      if (sign == "+") left = *left + *right;
      if (sign == "-") left = *left - *right;
      if (sign == "==") left = *left == *right ? 1 : 0;
      if (sign == "<=") left = *left <= *right ? 1 : 0;
      if (sign == ">=") left = *left >= *right ? 1 : 0;
      if (sign == "<") left = *left < *right ? 1 : 0;
      if (sign == ">") left = *left > *right ? 1 : 0;
    }
    return left;
  }

  // Powers are left associative and bind like products: `2 ** 3 ** 2` is 64.
  std::optional<double> product() {
    std::optional<double> left = value();
    while (left) {
      const std::size_t before = scanner_.offset();
      if (!after_constant_) blanks();
      const std::string_view sign = take_sign({"**", "^", "*", "/", "%"});
      if (sign.empty()) {
        scanner_.rewind(before);
        return left;
      }
      blanks();
      const std::optional<double> right = value();
      if (!right) {
        scanner_.rewind(before);
        return left;
      }
      if (sign == "**" || sign == "^") left = std::pow(*left, *right);
      if (sign == "*") left = *left * *right;
      if (sign == "/") left = *left / *right;
      if (sign == "%") left = remainder_of(*left, *right);
    }
    return left;
  }

  // For whole numbers, with the sign of the dividend. A divisor of 0 gives no number.
  static double remainder_of(double a, double b) {
    const double divisor = std::trunc(b);
    return divisor == 0 ? std::nan("") : std::fmod(std::trunc(a), divisor);
  }

  // A function takes one value, not a sum: `sqrt(1 + 3)` is an error, `sqrt((1 + 3))` is 2. Names of functions are
  // tried one by one, since "log" begins "log10".
  std::optional<double> value() {
    const Depth depth = budget_.enter();
    budget_.step();
    after_constant_ = false;
    // A number, an expression in parentheses, a call, a constant.
    if (const std::optional<double> found = number()) return found;
    const std::size_t before = scanner_.offset();
    if (scanner_.take('(')) {
      blanks();
      const std::optional<double> inner = sum();
      after_constant_ = false;
      blanks();
      if (inner && scanner_.take(')')) return inner;
      scanner_.rewind(before);
      return std::nullopt;
    }
    for (const Known& known : function_table) {
      if (!scanner_.take(known.name)) continue;
      if (scanner_.take('(')) {
        blanks();
        const std::optional<double> inner = value();
        after_constant_ = false;
        blanks();
        if (inner && scanner_.take(')')) return known.function(*inner);
      }
      scanner_.rewind(before);
    }
    for (const Constant& constant : constant_table) {
      if (!scanner_.take(constant.name)) continue;
      after_constant_ = true;
      return constant.value;
    }
    return std::nullopt;
  }

  // Suffixes are decimal here, unlike in other numbers of the language.
  std::optional<double> number() {
    const std::size_t begin = scanner_.offset();
    scanner_.take('-');
    bool is_number = !scanner_.take_while(is_ascii_digit).empty();
    // Digits are needed on one side of the point: 5. and .5 are numbers.
    if (scanner_.take('.')) is_number = !scanner_.take_while(is_ascii_digit).empty() || is_number;
    if (!is_number) {
      scanner_.rewind(begin);
      return std::nullopt;
    }
    const std::size_t end = scanner_.offset();
    const double plain = leading_real(scanner_.between(begin, end));
    // With a suffix: 5k is 5000, and so is 5 k.
    blanks();
    double factor = 1;
    switch (scanner_.peek()) {
      case 'k':
      case 'K': factor = 1e3; break;
      case 'm':
      case 'M': factor = 1e6; break;
      case 'g':
      case 'G': factor = 1e9; break;
      case 't':
      case 'T': factor = 1e12; break;
      case 'p':
      case 'P': factor = 1e15; break;
      default: scanner_.rewind(end); return plain;
    }
    scanner_.skip();
    return plain * factor;
  }

  // Longer signs come first in each list, "<=" before "<".
  std::string_view take_sign(std::initializer_list<std::string_view> signs) {
    for (const std::string_view sign : signs) {
      if (scanner_.take(sign)) return sign;
    }
    return {};
  }

  Scanner scanner_;
  Budget& budget_;
  bool after_constant_ = false;  // whitespace may not follow a constant
};

}  // namespace

std::optional<double> evaluate_infix(std::string_view text, Budget& budget) {
  return InfixReader(text, budget).read();
}

}  // namespace evalground::cfengine
