// The options of check-docs for the maintainers of documents: what counts, what is known, and what is probably meant.
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

#include "cli/check_docs/baseline.hpp"
#include "cli/check_docs/check_docs.hpp"
#include "cli/disk.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

std::string report_of_options(const std::string& name, std::string_view text, const Options& options = {}) {
  return findings_text(check_document(name, text, options));
}

// The document with the outputs that it did not show.
std::string inserted(const std::string& name, std::string_view text) {
  Options options;
  options.insert = true;
  std::vector<Finding> findings = check_document(name, text, options);
  const std::string written = with_outputs(text, findings);
  EXPECT_EQ(report_of_options(name, written), "1 passed, 0 failed\n") << written;
  return written;
}

TEST(CheckDocsOptions, NamesMisspeltMarksAndAttributes) {
  EXPECT_EQ(report_of_options("a.md", "x\n\n```yaql evalgroud\n1\n```\n"),
            "a.md:3: warning: the mark \"evalgroud\" is unknown. Did you mean \"evalground\"?\n0 passed, 0 failed\n");
  EXPECT_EQ(report_of_options("a.md", "```yaql {.evalground dat='[1]' linenums=1 linenos=2}\n1\n```\n"),
            "a.md:1: warning: the attribute \"dat\" is unknown. Did you mean \"data\"?\n1 passed, 0 failed\n");
  EXPECT_EQ(report_of_options("a.md", "```yaql {dat='[1]'}\n1\n```\n"), "0 passed, 0 failed\n");
  EXPECT_EQ(report_of_options("a.md", "```{evalgrund} yaql\n1\n```\n"),
            "a.md:1: warning: the mark \"evalgrund\" is unknown. Did you mean \"evalground\"?\n0 passed, 0 failed\n");
  EXPECT_EQ(report_of_options("a.rst", ".. evalgrund:: yaql\n\n   1\n"),
            "a.rst:1: warning: the mark \"evalgrund\" is unknown. Did you mean \"evalground\"?\n0 passed, 0 failed\n");
}

TEST(CheckDocsOptions, NamesOutputsWithoutAnExample) {
  EXPECT_EQ(report_of_options("a.md", "```json evalground-output\n1\n```\n"),
            "a.md:1: warning: this output has no example before it\n0 passed, 0 failed\n");
  EXPECT_EQ(report_of_options("a.md", "```yaql\n1\n```\n```output\n1\n```\n\n```json evalground-output\n1\n```\n"),
            "a.md:8: warning: this output follows another output. An example has one, directly after it\n"
            "1 passed, 0 failed\n");
  EXPECT_EQ(report_of_options("a.md", "```output\nof a shell\n```\n"), "0 passed, 0 failed\n");
  const auto findings = check_document("a.md", "```json evalground-output\n1\n```\n", {});
  EXPECT_NE(findings_sarif(findings).find("\"level\": \"warning\""), std::string::npos);
  EXPECT_EQ(findings_junit(findings).find("testcase"), std::string::npos);
}

TEST(CheckDocsOptions, SkipsWithAReason) {
  EXPECT_EQ(report_of_options("a.md", "```yaql {.evalground skip=\"needs a network\"}\n(\n```\n```output\n1\n```\n"),
            "a.md:5: not run: needs a network\n1 not run\n0 passed, 0 failed\n");
  EXPECT_EQ(report_of_options("a.md", "```yaql evalground skip\n(\n```\n"),
            "a.md:1: not run: the document skips it\n1 not run\n0 passed, 0 failed\n");
}

TEST(CheckDocsOptions, RunsAllBlocksOfALanguage) {
  Options options;
  options.every = {{"yaql", ""}, {"yaml", "heat"}};
  const std::string text =
      "```yaql\n1\n```\n```yaml\nheat_template_version: 2018-08-31\nresources: 1\n```\n```sh\nls\n```\n";
  EXPECT_EQ(check_document("a.md", text, options).size(), 2U);
  EXPECT_EQ(check_document("a.md", text, options)[0].verdict, Verdict::same);
  EXPECT_EQ(check_document("a.md", text, options)[1].verdict, Verdict::failed);
  EXPECT_EQ(check_document("a.md", text, {}).size(), 0U);
}

TEST(CheckDocsOptions, LetsDotsStandForAnyText) {
  const auto shows = [](std::string_view expression, std::string_view output) {
    return report_of_options("a.md", "```yaql\n" + std::string(expression) + "\n```\n```output\n" +
                                         std::string(output) + "\n```\n") == "1 passed, 0 failed\n";
  };
  EXPECT_TRUE(shows("'one two three'", "one ... three"));
  EXPECT_TRUE(shows("'one two three'", "...two..."));
  EXPECT_TRUE(shows("[1, 2, 3]", "[1, ...]"));
  EXPECT_TRUE(shows("dict(a => [1, 2], b => 3)", "{\n  \"a\": [...],\n  \"b\": 3\n}"));
  EXPECT_FALSE(shows("'one two three'", "one ... four"));
  EXPECT_FALSE(shows("'one two three'", "two ..."));
  EXPECT_FALSE(shows("'aba'", "ab...ba"));
}

TEST(CheckDocsOptions, TakesTheBeginningOfAnError) {
  const auto shows = [](std::string_view output) {
    return report_of_options("a.md", "```yaql\nnosuch()\n```\n```output\n" + std::string(output) + "\n```\n") ==
           "1 passed, 0 failed\n";
  };
  const auto findings = check_document("a.md", "```yaql evalground\nnosuch()\n```\n", {});
  const std::string beginning = findings[0].message.substr(0, 12);
  for (const std::string words : {"Error: ", "error: ", "NoFunctionRegistered exception: "})
    EXPECT_TRUE(shows(words + beginning)) << words + beginning;
  EXPECT_TRUE(shows("Error: " + beginning + "..."));
  EXPECT_FALSE(shows("Error: other"));
  EXPECT_FALSE(shows(beginning));
}

TEST(CheckDocsOptions, GivesSettingsOfThePageToExamples) {
  const std::string now = "```yaql evalground\nnow().year\n```\n```output\n2031\n```\n";
  EXPECT_EQ(report_of_options("a.md", "<!-- evalground: clock=2031-02-03T04:05:06Z -->\n\n" + now),
            "1 passed, 0 failed\n");
  EXPECT_EQ(report_of_options("a.md", "---\ntitle: x\nevalground: {clock: '2031-02-03T04:05:06Z'}\n---\n" + now),
            "1 passed, 0 failed\n");
  EXPECT_EQ(report_of_options("a.md", "---\nevalground: clock=2031-02-03T04:05:06Z\n---\n" + now),
            "1 passed, 0 failed\n");
  EXPECT_EQ(report_of_options("a.adoc",
                              "// evalground: data='[1]' seed=3\n[source,yaql,role=evalground]\n----\n$.sum()\n----\n\n"
                              "[.evalground-output]\n----\n1\n----\n"),
            "1 passed, 0 failed\n");
  EXPECT_EQ(report_of_options(
                "a.rst",
                ".. evalground: dialect=jinja2\n\n.. code-block:: html\n   :class: evalground\n\n   {{ 1 + 1 }}\n\n"
                ".. evalground-output::\n\n   2\n"),
            "1 passed, 0 failed\n");
  // A block's own attribute and language count more, and a comment in a block is a part of the block.
  EXPECT_EQ(
      report_of_options(
          "a.md", "<!-- evalground: data=1 dialect=jinja2 -->\n```yaql evalground data=2\n$\n```\n```output\n2\n```\n"),
      "1 passed, 0 failed\n");
  EXPECT_EQ(report_of_options(
                "a.md",
                "<!-- evalground: data=1 -->\n```html\n<!-- evalground: data=2 -->\n```\n```yaql evalground\n$\n```\n"
                "```output\n1\n```\n"),
            "1 passed, 0 failed\n");
}

TEST(CheckDocsOptions, InsertsMissingOutputs) {
  EXPECT_EQ(inserted("a.md", "> ```yaql {.evalground}\n> [1]\n> ```\ntext\n"),
            "> ```yaql {.evalground}\n> [1]\n> ```\n>\n> ``` {.evalground-output}\n> [1]\n> ```\ntext\n");
  EXPECT_EQ(inserted("a.md", "~~~jinja evalground\n~~~~ x\n~~~"),
            "~~~jinja evalground\n~~~~ x\n~~~\n\n~~~ output evalground-output\n~~~~ x\n~~~\n");
  EXPECT_EQ(inserted("a.md", "```{evalground} yaql\n1\n```\n"),
            "```{evalground} yaql\n1\n```\n\n```{evalground-output}\n1\n```\n");
  EXPECT_EQ(inserted("a.rst", "- x\n\n  .. evalground:: yaql\n\n     1\n\nend\n"),
            "- x\n\n  .. evalground:: yaql\n\n     1\n\n  .. evalground-output::\n\n     1\n\nend\n");
  EXPECT_EQ(inserted("a.rst", ".. code-block:: yaql\n   :class: evalground\n\n   1\n"),
            ".. code-block:: yaql\n   :class: evalground\n\n   1\n\n.. code-block:: output\n\n   1\n");
  EXPECT_EQ(inserted("a.adoc", "[source,yaql,role=evalground]\n----\n1\n----\n"),
            "[source,yaql,role=evalground]\n----\n1\n----\n\n[.evalground-output]\n----\n1\n----\n");
  EXPECT_EQ(inserted("a.html", "<pre class=\"language-jinja\" data-evalground>a &lt; b</pre>"),
            "<pre class=\"language-jinja\" data-evalground>a &lt; b</pre>\n\n"
            "<pre data-evalground-output>a &lt; b</pre>\n");
  EXPECT_EQ(
      inserted("a.html", "<evalground-embed dialect=\"yaql\" data=\"[1, 2]\">$.sum()</evalground-embed>"),
      "<evalground-embed dialect=\"yaql\" data=\"[1, 2]\">$.sum()<output slot=\"fallback\"><pre>3</pre></output>\n"
      "</evalground-embed>");
  EXPECT_EQ(
      inserted("a.html",
               "<evalground-embed dialect=\"jinja\"><pre><code>\n  a <b>&lt;</b></code></pre></evalground-embed>"),
      "<evalground-embed dialect=\"jinja\"><pre><code>\n  a <b>&lt;</b></code></pre>"
      "<output slot=\"fallback\"><pre>a &lt;</pre></output>\n</evalground-embed>");
  EXPECT_EQ(inserted("a.md", "```yaql evalground\r\n1\r\n```\r\n"),
            "```yaql evalground\r\n1\r\n```\r\n\r\n``` output evalground-output\r\n1\r\n```\r\n");
}

// A folder with documents, removed with the test.
class DocumentFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "evalground-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    options_.verb = Verb::check_docs;
    options_.operands = {folder_.string()};
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, std::string_view text) { write_below(folder_.string(), name, text, false); }

  Checked run() {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const Checked checked = check_docs(options_);
    output_ = testing::internal::GetCapturedStdout();
    errors_ = testing::internal::GetCapturedStderr();
    return checked;
  }

  fs::path folder_;
  Options options_;
  std::string output_, errors_;
};

TEST_F(DocumentFolder, MustHaveExamples) {
  write("a.md", "```yaql evalgroud\n1\n```\n");
  EXPECT_EQ(run(), Checked::too_few);
  EXPECT_NE(errors_.find("found 0 examples in 1 documents, expected at least 1."), std::string::npos) << errors_;
  options_.allow_empty = true;
  EXPECT_EQ(run(), Checked::right);
  options_.allow_empty = false;
  write("a.md", "```yaql evalground\n1\n```\n");
  EXPECT_EQ(run(), Checked::right);
  options_.least = 2;
  EXPECT_EQ(run(), Checked::too_few);
}

TEST_F(DocumentFolder, MayHaveKnownFailures) {
  const std::string stale = "```yaql\n1\n```\n```output\n2\n```\n";
  const std::string place = (folder_ / "a.md").string() + ":5";
  write("a.md", stale);
  options_.baseline = (folder_ / "known.txt").string();
  options_.update_baseline = true;
  EXPECT_EQ(run(), Checked::right);
  options_.update_baseline = false;
  write("a.md", "# moved\n\n" + stale);
  EXPECT_EQ(run(), Checked::right);
  EXPECT_EQ(output_, "1 known to fail\n0 passed, 0 failed\n");
  write("a.md", stale + "\n```yaql\n3\n```\n```output\n4\n```\n");
  EXPECT_EQ(run(), Checked::wrong);
  EXPECT_NE(output_.find("a.md:12: the output is out of date"), std::string::npos) << output_;
  write("a.md", "```yaql\n1\n```\n```output\n1\n```\n");
  EXPECT_EQ(run(), Checked::right);
  EXPECT_NE(errors_.find(place + " is no longer a failure"), std::string::npos) << errors_;
}

}  // namespace
}  // namespace evalground::cli
