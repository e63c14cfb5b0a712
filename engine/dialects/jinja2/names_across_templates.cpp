// Files are known by their paths here. A template that extends another shares the variables of its top level with it in
// both directions, because both are rendered with one context. A template that is included sees what is bound where it
// is included; nothing comes back from it.
#include "dialects/jinja2/names_across_templates.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text/path.hpp"
#include "runtime/language/sharing.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::size_t most_related = 1'000;

class Connector {
 public:
  Connector(Context& context, Reading& reading) : context_(context), reading_(reading) {
    for (const Link& link : reading.links) {
      if (link.how == Link::How::extends) {
        const std::string& from = context.sources.path(link.from);
        extended_[from].push_back(&link.to);
        extending_[link.to].push_back(&from);
      } else if (link.how == Link::How::includes) {
        including_[link.to].push_back(&link);
      }
    }
    for (const Mention& mention : reading.mentions) {
      if (mention.defines && mention.symbol != no_symbol) defined_.insert(mention.symbol);
    }
  }

  void connect() {
    for (std::uint32_t symbol = 0; symbol < reading_.symbols.size(); ++symbol) join_relatives(symbol);
    for (Mention& mention : reading_.mentions) {
      if (mention.symbol == no_symbol) continue;
      context_.budget.step();
      if (const std::uint32_t outer = symbol_outside(mention); outer != no_symbol) mention.symbol = outer;
    }
    for (Mention& mention : reading_.mentions) {
      if (mention.symbol == no_symbol) continue;
      mention.symbol = first(mention.symbol);
      mention.kind = reading_.symbols[mention.symbol].kind;
    }
  }

 private:
  using Paths = std::unordered_map<std::string, std::vector<const std::string*>>;

  std::uint32_t first(std::uint32_t symbol) const {
    for (auto found = joined_.find(symbol); found != joined_.end(); found = joined_.find(symbol)) {
      symbol = found->second;
    }
    return symbol;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = first(a);
    b = first(b);
    if (a != b) joined_[std::max(a, b)] = std::min(a, b);
  }

  std::uint32_t defined(std::string_view kind, std::string_view scope, std::string_view name) const {
    const evalground::Symbol* found = reading_.find(kind, scope, name);
    if (found == nullptr) return no_symbol;
    const auto number = static_cast<std::uint32_t>(found - reading_.symbols.data());
    return defined_.contains(number) ? number : no_symbol;
  }

  // Adds what can be reached from a path, without the path.
  void follow(const Paths& paths, const std::string& from, std::vector<const std::string*>& found) const {
    std::unordered_set<std::string_view> seen{from};
    std::vector<const std::string*> open{&from};
    while (!open.empty() && found.size() < most_related) {
      const auto next = paths.find(*open.back());
      open.pop_back();
      if (next == paths.end()) continue;
      for (const std::string* path : next->second) {
        context_.budget.step();
        if (!seen.insert(*path).second) continue;
        found.push_back(path);
        open.push_back(path);
      }
    }
  }

  // The templates that are rendered with the same context: those that the file extends, and those that extend it.
  const std::vector<const std::string*>& relatives_of(const std::string& path) {
    const auto [known, is_new] = relatives_.emplace(path, std::vector<const std::string*>());
    if (is_new) {
      follow(extended_, path, known->second);
      follow(extending_, path, known->second);
    }
    return known->second;
  }

  // A variable that two related templates set is one, and so are `m.x` and the variable `x` of the module.
  void join_relatives(std::uint32_t number) {
    const evalground::Symbol& symbol = reading_.symbols[number];
    if (symbol.scope.empty()) return;
    if (symbol.kind == "macro" && !defined_.contains(number)) {
      const std::uint32_t variable = defined("variable", symbol.scope, symbol.name);
      if (variable != no_symbol) joined_[number] = first(variable);
      return;
    }
    if (symbol.kind != "variable" || !extended_.contains(symbol.scope) || !defined_.contains(number)) return;
    for (const std::string* path : relatives_of(symbol.scope)) {
      const std::uint32_t other = defined("variable", *path, symbol.name);
      if (other != no_symbol) join(number, other);
    }
  }

  // What a name that its own template does not bind means in the templates around; no_symbol: nothing.
  std::uint32_t symbol_outside(const Mention& mention) {
    const evalground::Symbol& symbol = reading_.symbols[mention.symbol];
    if (mention.defines || symbol.kind != "variable" || !symbol.scope.empty()) return no_symbol;
    const std::string& path = context_.sources.path(mention.at.file);
    if (!extended_.contains(path) && !extending_.contains(path) && !including_.contains(path)) return no_symbol;
    const auto [known, is_new] = outer_[path].emplace(symbol.name, no_symbol);
    if (is_new) known->second = find_outside(path, symbol.name);
    return known->second;
  }

  std::uint32_t find_outside(const std::string& path, const std::string& name) {
    std::uint32_t found = no_symbol;
    const auto take = [&](std::uint32_t symbol) {
      if (symbol == no_symbol) return;
      if (found != no_symbol) join(found, symbol);
      found = symbol;
    };
    std::unordered_set<std::string_view> seen{path};
    for (std::vector<std::string> open{path}; !open.empty() && seen.size() < most_related;) {
      const std::string now = std::move(open.back());
      open.pop_back();
      std::vector<const std::string*> all = relatives_of(now);
      for (const std::string* one : all) take(defined("variable", *one, name));
      all.push_back(&now);
      for (const std::string* one : all) {
        const auto includes = including_.find(*one);
        if (includes == including_.end()) continue;
        for (const Link* link : includes->second) {
          context_.budget.step(1 + link->names.size() / 16);
          const auto bound = std::find_if(link->names.begin(), link->names.end(),
                                          [&](std::uint32_t symbol) { return reading_.symbols[symbol].name == name; });
          if (bound != link->names.end()) {
            take(*bound);
          } else if (const std::string& around = context_.sources.path(link->from); seen.insert(around).second) {
            open.push_back(around);
          }
        }
      }
    }
    return found;
  }

  Context& context_;
  Reading& reading_;
  Paths extended_;   // what a template extends
  Paths extending_;  // what extends it
  std::unordered_map<std::string, std::vector<const Link*>> including_;
  std::unordered_set<std::uint32_t> defined_;
  std::unordered_map<std::uint32_t, std::uint32_t> joined_;  // a symbol to the one that it is
  std::unordered_map<std::string, std::vector<const std::string*>> relatives_;
  std::unordered_map<std::string, std::unordered_map<std::string, std::uint32_t>> outer_;
};

// A block belongs to the templates that extend each other.
void split_blocks(Context& context, Reading& reading) {
  Sharing sharing(context.budget);
  for (const Mention& mention : reading.mentions) {
    if (mention.kind == "block") sharing.put(mention.at.file, sharing.unit(context.sources.path(mention.at.file)));
  }
  for (const Link& link : reading.links) {
    if (link.how != Link::How::extends) continue;
    const std::uint32_t from = sharing.unit(context.sources.path(link.from));
    link.to.empty() ? sharing.open(from) : sharing.link(from, sharing.unit(link.to));
  }
  static constexpr std::string_view kinds[] = {"block"};
  sharing.split(reading, kinds);
}

}  // namespace

std::optional<std::string> template_named(const Context& context, std::string_view from, std::string_view name) {
  if (name.empty() || is_absolute_path(name)) return std::nullopt;
  const auto below = [&](std::string_view folder) -> std::optional<std::string> {
    std::string path = normalise_path(join_path(folder, name));
    if (!context.workspace.files.contains(path)) return std::nullopt;
    return path;
  };
  constexpr std::string_view templates = "templates/";
  const std::size_t at = from.starts_with(templates) ? 0 : from.rfind("/templates/");
  if (at != std::string_view::npos) {
    if (auto found = below(from.substr(0, from.find(templates, at) + templates.size() - 1))) return found;
  }
  if (auto found = below("")) return found;
  for (std::string_view folder = directory_name(from); !folder.empty() && folder != "/";
       folder = directory_name(folder)) {
    if (auto found = below(folder)) return found;
    if (auto found = below(join_path(folder, "templates"))) return found;
  }
  return below("templates");
}

void connect_templates(Context& context, Reading& reading) {
  if (!reading.has_references()) return;
  Connector(context, reading).connect();
  split_blocks(context, reading);
}

}  // namespace evalground::jinja2
