// Functions for URLs, ports and container images.
#include <string>

#include "base/text/number.hpp"
#include "dialects/unfurl/expression/call.hpp"
#include "dialects/unfurl/functions/families.hpp"
#include "dialects/unfurl/functions/image.hpp"
#include "dialects/unfurl/functions/portspec.hpp"
#include "dialects/unfurl/functions/url.hpp"
#include "value/compare.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {
namespace {

Value url_of(Call& call) {
  const List& arguments = call.list(0);
  if (arguments.size() < 2 || arguments.size() > 6)
    wrong_form(call, 0, "a list of two to six parts: scheme, host, port, path, query, fragment");
  std::string parts[6];
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    if (python_truth(arguments[index])) parts[index] = python_str(arguments[index], call.context.budget);
  }
  if (!parts[2].empty() && !parse_loose_integer(parts[2]))
    wrong_form(call, 0, "a list whose third part, the port, is a number");
  const std::string url = join_url({parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]});
  return url.empty() ? Value() : marked_by_arguments(call, Value::string(url));
}

Value port_mapping(Call& call) {
  if (!call[0].is_string() && call[0].kind() != Kind::integer) call.wrong(0, "string or integer");
  return parse_portspec(python_str(call[0], call.context.budget));
}

// The name becomes lower case. Host, tag and digest stay as written.
Value image_of(Call& call) {
  if (call[0].is_undefined() || call[0].is_null()) return Value();
  std::optional<ImageName> name = parse_image_name(call.string(0));
  return name ? marked_by_arguments(call, Value::object(make_ref<ContainerImage>(std::move(*name)))) : Value();
}

constexpr Example urljoin_examples[] = {
    {"eval: {urljoin: [https, example.com, 8443, a b, 'x=1', top]}", "",
     R"("https://example.com:8443/a%20b?x%3D1#top")"},
    {"eval: {urljoin: [http, localhost, 80]}", "", R"("http://localhost")"},
};
constexpr Example portspec_examples[] = {
    {"eval: {portspec: '8080:80/tcp'}", "",
     R"({"protocol": "tcp", "source": 8080, "target": 80, "source_range": null, "target_range": null})"},
    {"eval: {portspec: '80:81'}\nselect: target", "", "81"},
};
constexpr Example image_examples[] = {
    {"eval: {container_image: 'registry.example.com/Lib/Nginx:1.2'}", "", R"("registry.example.com/lib/nginx:1.2")"}};

}  // namespace

std::span<const Function> network_functions() {
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "urljoin(parts: list) -> string",
       .summary = "Puts a URL together from scheme, host, port, path, query and fragment.",
       .details = "At least scheme and host; empty or null parts are left out, and null is the result when all are. "
                  "The port that http or https implies is left out. Path, query and fragment are percent-encoded.",
       .examples = urljoin_examples,
       .call = url_of},
      {.kind = "function",
       .signature = "portspec(text: any) -> map",
       .summary = "Takes a port mapping such as 8080:80/tcp apart.",
       .details = "The form is source[-end][:target[-end]][/protocol]. Ranges are in `source_range` and "
                  "`target_range`, as two texts; what does not apply is null.",
       .examples = portspec_examples,
       .call = port_mapping},
      {.kind = "function",
       .signature = "container_image(name: string) -> image",
       .summary = "Reads the name of a container image and gives it in its usual form.",
       .details = "The form is [host/]name[:tag][@digest]; null when there is no name.",
       .examples = image_examples,
       .call = image_of},
  };
  return all;
}

}  // namespace evalground::unfurl
