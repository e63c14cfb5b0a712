#include "runtime/host.hpp"

#include "base/text/text.hpp"

namespace evalground {

Pending::Pending(std::string service_, Value request_, std::string file_)
    : service(std::move(service_)), request(std::move(request_)), file(std::move(file_)) {
  message_ = file.empty()
                 ? "The service " + quote(service) + " has to answer first."
                 : "The content of " + quote(file) +
                       " is needed and is not fetched here: give it as the file of that name, or let the command "
                       "fetch it with --allow-fetch.";
}

Value ClosedHost::call(std::string_view service, const Map& request, Caller*) {
  if (service == "python") {
    return Value::map({{"unavailable", Value::string("Python functions are not allowed here: the command `evalground` "
                                                     "runs them with --allow-python, the package with the option "
                                                     "`python` of createEngine.")}});
  }
  const Value* url = request.find("url");
  if (url != nullptr && url->sensitive()) {
    throw Error("sensitive-url",
                "This URL contains a secret. It is not fetched, because the request would show the secret.");
  }
  throw Pending(std::string(service), Value::map(request),
                url != nullptr && url->is_string() ? std::string(url->as_string()) : std::string());
}

}  // namespace evalground
