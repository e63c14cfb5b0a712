// The forms of documents that do not know check-docs, and the completion of their fragments.
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

#include "cli/check_docs/check_docs.hpp"
#include "cli/check_docs/fragments.hpp"
#include "cli/disk.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

std::string report_of_forms(const std::string& name, std::string_view text, const Options& options = {}) {
  return findings_text(check_document(name, text, options));
}

// The report of a block of Ansible's documentation.
std::string ansible(std::string_view lines) {
  std::string text = ".. code-block:: yaml+jinja\n\n";
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size() - 1) + 1;
    if (lines[at] != '\n') text += "   ";
    text += lines.substr(at, end - at);
    at = end;
  }
  return report_of_forms("a.rst", text);
}

TEST(CheckDocsForms, ReadsValuesBelowTemplatesOfAnsible) {
  EXPECT_EQ(ansible("{{ [3, [4, 2]] | flatten }}\n# => [3, 4, 2]\n\n{{ 1 + 1 }}\n# => 3\n"),
            "a.rst:7: the output is out of date\n  -3\n  +2\n1 passed, 1 failed\n");
  EXPECT_EQ(ansible("# a list\n# list1: [1, 1, 2]\n{{ list1 | unique }}\n# => [1, 2]\n"), "1 passed, 0 failed\n");
  EXPECT_EQ(ansible("name: \"{{ ['a', None] }}\"\n# => ['a', None]\n"), "1 passed, 0 failed\n");
  EXPECT_EQ(ansible("{{ 'a\\nb' }}\n# => 'a\\nb'\n"), "1 passed, 0 failed\n");
  EXPECT_EQ(ansible("{{ {'a': 1, 'b': [2]} }}\n# =>\n#   {\n#     \"a\": 1,\n#     \"b\": [2]\n#   }\n"),
            "1 passed, 0 failed\n");
  EXPECT_EQ(ansible("{{ unknown }}\n# => 1\n"),
            "a.rst:4: not run: a variable is not given\n1 not run\n0 passed, 0 failed\n");
  EXPECT_NE(ansible("{{ ['a','b','c'] | random }}\n# => 'd'\n").find("depends on chance"), std::string::npos);
  EXPECT_NE(ansible("- debug:\n    msg: \"{{ 1 }}\"\n# => 2\n").find("0 passed, 0 failed"), std::string::npos);
  std::vector<Finding> findings = check_document("a.rst", ".. code-block:: jinja\n\n   {{ 'b' }}\n   # => 'a'\n", {});
  EXPECT_EQ(with_outputs(".. code-block:: jinja\n\n   {{ 'b' }}\n   # => 'a'\n", findings),
            ".. code-block:: jinja\n\n   {{ 'b' }}\n   # => 'b'\n");
}

TEST(CheckDocsForms, CompletesPolicies) {
  const auto shows = [](std::string_view policy, std::string_view output) {
    return report_of_forms("a.md", "```cf3 {file=\"x.cf\"}\n" + std::string(policy) + "\n```\n```output\n" +
                                       std::string(output) + "\n```\n");
  };
  EXPECT_EQ(shows("bundle agent test\n{\n  reports:\n    \"a\";\n}", "R: a"), "1 passed, 0 failed\n");
  EXPECT_EQ(shows("reports:\n  \"a\";", "   info: x\nR: a"), "1 passed, 0 failed\n");
  EXPECT_EQ(
      shows("  \"a\" string => \"b\";", "R: a"),
      "a.md:5: not run: it is a part of a bundle, without the type of its promises\n1 not run\n0 passed, 0 failed\n");
  EXPECT_EQ(shows("bundle agent test\n{\n...\n}", "R: a"),
            "a.md:8: not run: parts of the policy are left out\n1 not run\n0 passed, 0 failed\n");
  EXPECT_EQ(shows("bundle agent main\n{\n  reports: \"$(x)\";\n  vars: \"x\" string => getuid(\"a\");\n}", "R: 0"),
            "a.md:9: not run: it needs a host\n1 not run\n0 passed, 0 failed\n");
}

TEST(CheckDocsForms, CompletesDocumentsInYaml) {
  const auto why = [](std::string_view dialect, std::string_view text) { return completed(dialect, text).why_not; };
  EXPECT_EQ(completed("heat", "resources: {}\n").text, "heat_template_version: wallaby\nresources: {}\n");
  EXPECT_EQ(completed("heat", "a:\n  type: OS::Heat::None\n").text,
            "heat_template_version: wallaby\nresources:\n  a:\n    type: OS::Heat::None\n");
  EXPECT_EQ(why("heat", "a: 1\n"), "it is neither a template nor resources");
  EXPECT_EQ(why("heat", "parameters:\n  <name>: 1\n"), "it has placeholders");
  EXPECT_EQ(why("heat", "parameters:\n  # all of them\nresources: {}\n"), "comments stand for its values");
  EXPECT_EQ(why("heat", "resources:\n  a: 1\n  ...\n"), "parts of the document are left out");
  EXPECT_EQ(why("heat", "resources: {\n"), "");
  EXPECT_EQ(why("heat", "a: {\n"), "it is a fragment that is not valid YAML");
  EXPECT_EQ(why("dcontroller", "- '@select': {'@eq': [$.a, 1]}\n"), "");
  EXPECT_EQ(completed("dcontroller", "'@project': {}\n").text.find("pipeline:\n-\n  '@project'"), 0U);
  EXPECT_TRUE(completed("dcontroller", "'@not': true\n").is_expression);
  EXPECT_EQ(why("dcontroller", "apiVersion: v1\nkind: Pod\n"), "it is a part of a controller or an object");
  EXPECT_EQ(why("unfurl", "node_templates: {}\n"), "it is a part of an ensemble");
  Options options;
  options.every = {{"yaml", "dcontroller"}};
  EXPECT_EQ(report_of_forms("a.md", "```yaml\npipeline:\n- '@select': {'@eq': [$.a, 1]}\n```\n", options),
            "1 passed, 0 failed\n");
  options.every = {{"yaml", "heat"}};
  EXPECT_EQ(
      report_of_forms("a.md", "```yaml\nparameters: {a: {type: string}}\noutputs: {b: {value: {get_param: a}}}\n```\n",
                      options),
      "a.md:1: not run: a variable is not given\n1 not run\n0 passed, 0 failed\n");
}

TEST(CheckDocsForms, TakesABlockBelowTheWordOutput) {
  EXPECT_EQ(report_of_forms("a.md", "```yaql\n1\n```\n\n**Output:**\n\n```\n2\n```\n"),
            "a.md:8: the output is out of date\n  -2\n  +1\n0 passed, 1 failed\n");
  EXPECT_EQ(report_of_forms("a.md", "```yaql\n1\n```\n\ntext\n\n```\n2\n```\n"), "0 passed, 0 failed\n");
}

TEST(CheckDocsForms, SaysWhatAnUnmarkedExampleNeeds) {
  EXPECT_EQ(report_of_forms("a.txt", "yaql> a => b\n[\"a\", \"b\"]\n"),
            "a.txt:2: not run: it is right in the legacy mode: give it the option\n1 not run\n0 passed, 0 failed\n");
  EXPECT_EQ(report_of_forms("a.txt", "yaql> localtz().hours\n3.0\n"),
            "a.txt:2: not run: it needs a host\n1 not run\n0 passed, 0 failed\n");
  EXPECT_EQ(report_of_forms("a.txt", "yaql> let(1) ->\n  $ + 1\n2\n"), "1 passed, 0 failed\n");
}

TEST(CheckDocsForms, ReadsShortcodesOfHugo) {
  const std::string stale =
      "{{< evalground dialect=\"yaql\" data=\"[1, 2]\" output=\"4\" >}}\n$.sum()\n{{< /evalground >}}\n";
  std::vector<Finding> findings = check_document("a.md", stale, {});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].verdict, Verdict::stale);
  EXPECT_EQ(with_outputs(stale, findings),
            "{{< evalground dialect=\"yaql\" data=\"[1, 2]\" output=\"3\" >}}\n$.sum()\n{{< /evalground >}}\n");
  EXPECT_EQ(report_of_forms("a.md", "{{% evalground dialect=\"jinja2\" %}}\n```{{ 1 }}\n{{% /evalground %}}\n"),
            "1 passed, 0 failed\n");
  EXPECT_EQ(report_of_forms("a.md", "```\n" + stale + "```\n{{</* evalground */>}}\n{{< evalground \n"),
            "0 passed, 0 failed\n");
}

TEST(CheckDocsForms, ReadsIncludedFiles) {
  std::string folder = (fs::temp_directory_path() / "evalground-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  write_below(folder, "a.yaql", "# begin\n1\n+ 1\n# end\n", false);
  const auto shows = [&](const std::string& options, std::string_view output) {
    return report_of_forms(folder + "/a.rst", ".. literalinclude:: a.yaql\n   :language: yaql\n" + options +
                                                  "\n.. code-block:: output\n\n   " + std::string(output) + "\n");
  };
  EXPECT_EQ(shows("   :lines: 2-3\n", "2"), "1 passed, 0 failed\n");
  EXPECT_EQ(shows("   :lines: 2,4\n   :end-before: end\n", "1"), "1 passed, 0 failed\n");
  EXPECT_EQ(shows("   :start-after: begin\n   :end-before: end\n", "2"), "1 passed, 0 failed\n");
  EXPECT_EQ(report_of_forms(folder + "/a.md",
                            "```{literalinclude} a.yaql\n:class: evalground\n:language: yaql\n:lines: 2-3\n```\n"),
            "1 passed, 0 failed\n");
  EXPECT_NE(
      report_of_forms(folder + "/a.rst", ".. literalinclude:: ../b.yaql\n   :language: yaql\n   :class: evalground\n")
          .find("the example fails: \"../b.yaql\" is not below the document"),
      std::string::npos);
  fs::remove_all(folder);
}

TEST(CheckDocsForms, EndsOnHostileText) {
  for (const std::string_view text :
       {"{{< evalground ", "{{< evalground >}}", "{{< /evalground >}}", "```{literalinclude} x\n:lines: 1-9999999999\n",
        ".. literalinclude:: x\n", "# => ", "{{", "```cf3\n", "bundle agent ",
        "<!-- evalground:", "---\nevalground:", "output:\n\n```\n", "# =>\n#    x\n"}) {
    std::string many;
    for (int i = 0; i < 20'000; ++i) many += text;
    Options options;
    options.every = {{"cf3", ""}};
    options.insert = true;
    options.limits = {{"steps", "1000"}};
    for (const std::string name : {"a.md", "a.rst"}) check_document(name, many, options);
    check_document("a.rst", ".. code-block:: jinja\n\n   {{ 1 }}\n   # => 1\n   " + many, options);
  }
}

}  // namespace
}  // namespace evalground::cli
