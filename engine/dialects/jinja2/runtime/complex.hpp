// Complex numbers, which Python gives for a negative number to a fractional power: (-8) ** 0.5.
#pragma once

#include <complex>

#include "dialects/jinja2/runtime/object.hpp"

namespace evalground::jinja2 {

class Complex final : public TemplateObject {
 public:
  Complex(Evaluator& evaluator, std::complex<double> number_) : TemplateObject(evaluator), number(number_) {}
  const std::complex<double> number;

  std::string_view type_name() const override { return "complex"; }
  std::optional<Value> attribute(Evaluator&, std::string_view name) override;
  bool truth(Evaluator&) override { return number != 0.0; }
  std::optional<Value> operate(Evaluator& evaluator, PythonOperator operation, const Value& other) override;
  std::optional<Value> operate_reflected(Evaluator& evaluator, PythonOperator operation, const Value& other) override;
  std::string text(Evaluator&) override;
  bool equals(const Object& other) const override;
  Value negated() const;
};

// Whether the power of two numbers is complex.
bool has_complex_power(const Value& base, const Value& exponent);
// The power as Python computes it. Throws Error "zero-division".
std::complex<double> complex_power(std::complex<double> base, std::complex<double> exponent);

}  // namespace evalground::jinja2
