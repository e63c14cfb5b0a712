// The formulas are those of Python's complex type (Objects/complexobject.c), so that even the last digits agree.
#include "dialects/jinja2/runtime/complex.hpp"

#include <cmath>

#include "base/text/number.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/big_integer.hpp"
#include "value/python_field.hpp"

namespace evalground::jinja2 {
namespace {

using Number = std::complex<double>;

// std::complex treats infinities more carefully than Python when it multiplies and divides.
Number product(Number a, Number b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

Number quotient(Number a, Number b) {
  if (std::fabs(b.real()) >= std::fabs(b.imag())) {
    if (b.real() == 0) throw Error("zero-division", "complex division by zero");
    const double ratio = b.imag() / b.real();
    const double divisor = b.real() + b.imag() * ratio;
    return {(a.real() + a.imag() * ratio) / divisor, (a.imag() - a.real() * ratio) / divisor};
  }
  const double ratio = b.real() / b.imag();
  const double divisor = b.real() * ratio + b.imag();
  return {(a.real() * ratio + a.imag()) / divisor, (a.imag() * ratio - a.real()) / divisor};
}

Number whole_power(Number base, int exponent) {
  Number result = 1;
  for (int left = std::abs(exponent); left > 0; left >>= 1) {
    if ((left & 1) != 0) result = product(result, base);
    base = product(base, base);
  }
  return exponent < 0 ? quotient(1, result) : result;
}

// A part as repr() writes it: without ".0".
std::string part(double number) {
  std::string text = real_text(number);
  if (text.ends_with(".0")) text.erase(text.size() - 2);
  return text;
}

std::optional<Number> number_of(const Value& value) {
  if (const auto* complex = object_cast<Complex>(value)) return complex->number;
  if (!is_python_number(value)) return std::nullopt;
  return Number(real_of(value));
}

std::optional<Value> calculated(Evaluator& evaluator, PythonOperator operation, Number a, Number b) {
  switch (operation) {
    case PythonOperator::add: return make_object<Complex>(evaluator, a + b);
    case PythonOperator::subtract: return make_object<Complex>(evaluator, a - b);
    case PythonOperator::multiply: return make_object<Complex>(evaluator, product(a, b));
    case PythonOperator::true_divide: return make_object<Complex>(evaluator, quotient(a, b));
    case PythonOperator::power: return make_object<Complex>(evaluator, complex_power(a, b));
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Value> Complex::attribute(Evaluator&, std::string_view name) {
  if (name == "real") return Value::real(number.real());
  if (name == "imag") return Value::real(number.imag());
  return std::nullopt;
}

std::optional<Value> Complex::operate(Evaluator& evaluator, PythonOperator operation, const Value& other) {
  const std::optional<Number> right = number_of(other);
  return right ? calculated(evaluator, operation, number, *right) : std::nullopt;
}

std::optional<Value> Complex::operate_reflected(Evaluator& evaluator, PythonOperator operation, const Value& other) {
  const std::optional<Number> left = number_of(other);
  return left ? calculated(evaluator, operation, *left, number) : std::nullopt;
}

std::string Complex::text(Evaluator&) {
  const std::string imaginary = part(number.imag());
  if (number.real() == 0 && !std::signbit(number.real())) return imaginary + "j";
  return "(" + part(number.real()) + (imaginary.starts_with('-') ? "" : "+") + imaginary + "j)";
}

bool Complex::equals(const Object& other) const {
  const auto* complex = dynamic_cast<const Complex*>(&other);
  return complex != nullptr && number == complex->number;
}

Value Complex::negated() const {
  return make_object<Complex>(evaluator_, -number);
}

bool has_complex_power(const Value& base, const Value& exponent) {
  if (exponent.kind() != Kind::real) return false;
  const double power = exponent.as_real();
  const double number = real_of(base);
  return number < 0 && std::isfinite(number) && std::isfinite(power) && power != std::floor(power);
}

Number complex_power(Number base, Number exponent) {
  constexpr double most_exact = 100;  // integer exponents up to this are computed by multiplication
  const double real = exponent.real();
  if (exponent.imag() == 0 && real == std::floor(real) && std::fabs(real) <= most_exact) {
    return whole_power(base, static_cast<int>(real));
  }
  if (base == 0.0) {
    if (exponent.imag() != 0 || real < 0) throw Error("zero-division", "0.0 to a negative or complex power");
    return 0;
  }
  const double magnitude = std::hypot(base.real(), base.imag());
  const double angle = std::atan2(base.imag(), base.real());
  double length = std::pow(magnitude, real);
  double phase = angle * real;
  if (exponent.imag() != 0) {
    length /= std::exp(angle * exponent.imag());
    phase += exponent.imag() * std::log(magnitude);
  }
  return {length * std::cos(phase), length * std::sin(phase)};
}

}  // namespace evalground::jinja2
