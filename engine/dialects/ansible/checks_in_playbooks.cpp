#include "dialects/ansible/checks_in_playbooks.hpp"

#include "data/yaml/offsets.hpp"
#include "data/yaml/parse.hpp"
#include "dialects/ansible/catalogue.hpp"
#include "dialects/ansible/names_in_playbooks.hpp"
#include "dialects/jinja2/syntax/parser.hpp"

namespace evalground::ansible {
namespace {

class PlaybookCheck {
 public:
  PlaybookCheck(Context& context, std::uint32_t file, const jinja2::Options& options)
      : context_(context),
        file_(file),
        syntax_(options.syntax),
        functions_(function_set_2_21()) {}  // it has all of 2.14 as well; the version in use is not known

  void run() {
    try {
      for (const Document& document : parse_yaml_stream(context_.sources, file_, context_.budget)) {
        std::vector<std::string_view> keys;
        check(*document.root, keys);
      }
    } catch (const Error& error) {
      context_.report(error.diagnostic);
    }
  }

 private:
  void check(const YamlNode& node, std::vector<std::string_view>& keys) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    switch (node.kind) {
      case YamlNode::Kind::alias: return;  // checked at its anchor
      case YamlNode::Kind::scalar: return check_text(node, keys);
      case YamlNode::Kind::sequence:
        keys.emplace_back();
        for (const YamlNode* item : node.items) check(*item, keys);
        keys.pop_back();
        return;
      case YamlNode::Kind::mapping: break;
    }
    for (const YamlPair& pair : node.pairs) {
      keys.push_back(is_scalar(*pair.key) ? pair.key->text : std::string_view());
      check(*pair.value, keys);
      keys.pop_back();
    }
  }

  void check_text(const YamlNode& node, const std::vector<std::string_view>& keys) {
    if (node.tag().starts_with('!')) return;
    const Reads reads = reads_as(keys, node.text);
    // A condition that is a boolean or a number in YAML is no text.
    if (reads == Reads::nothing || (reads == Reads::expression && node.text.empty())) return;
    // A condition is parsed as the content of a tag.
    const std::string before = reads == Reads::expression ? syntax_.variable_start + " " : std::string();
    const std::string after = before.empty() ? before : " " + syntax_.variable_end;
    jinja2::Template parsed(context_.sources.path(file_), before + std::string(node.text) + after,
                            place_of(node, static_cast<std::uint32_t>(before.size())));
    std::vector<Diagnostic> problems;
    try {
      // In a condition, one mistake would be said several times: at it, and at the end of the tag.
      jinja2::parse(parsed, syntax_, functions_, context_, before.empty() ? &problems : nullptr);
    } catch (const Error& error) {
      problems.push_back(error.diagnostic);
    }
    for (Diagnostic& problem : problems) {
      if (!before.empty()) speak_of_condition(problem.message);
      context_.report(std::move(problem));
    }
  }

  // The tag around a condition is not in the text.
  static void speak_of_condition(std::string& message) {
    message = message.substr(0, message.find(" The `{{` of line"));
    constexpr std::string_view end = "unexpected end of template";
    if (message.starts_with(end)) message.replace(0, end.size(), "unexpected end of the condition");
  }

  // The place of a scalar's text, behind that many bytes that are in no file.
  jinja2::Place place_of(const YamlNode& node, std::uint32_t generated) const {
    const std::string_view source = context_.sources.text(file_).substr(node.begin, node.end - node.begin);
    const std::vector<std::uint32_t> offsets = scalar_offsets(source, node.begin, node.text);
    jinja2::Place place{file_, {}};
    if (generated > 0) place.parts.emplace_back(0, offsets[0]);
    for (std::uint32_t at = 0; at < offsets.size(); ++at) {
      if (at == 0 || offsets[at] != offsets[at - 1] + 1) place.parts.emplace_back(at + generated, offsets[at]);
    }
    // The end of the tag is in no file either.
    const auto end = static_cast<std::uint32_t>(offsets.size() - 1);
    for (std::uint32_t at = 1; generated > 0 && at <= 3; ++at)
      place.parts.emplace_back(end + generated + at, offsets[end]);
    return place;
  }

  Context& context_;
  const std::uint32_t file_;
  const jinja2::Syntax syntax_;
  const jinja2::FunctionSet functions_;
};

}  // namespace

void check_playbook(Context& context, std::uint32_t file, const jinja2::Options& options) {
  PlaybookCheck(context, file, options).run();
}

}  // namespace evalground::ansible
