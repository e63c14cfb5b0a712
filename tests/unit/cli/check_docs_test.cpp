#include "cli/check_docs/check_docs.hpp"

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <gtest/gtest.h>

#include "base/text/text.hpp"
#include "cli/disk.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

std::vector<Finding> check(const std::string& name, std::string_view text) {
  return check_document(name, text, Options{});
}

// "same stale", in the order of the document
std::string verdicts(const std::string& name, std::string_view text) {
  constexpr std::string_view names[] = {"same", "stale", "updated", "failed", "skipped"};
  std::string result;
  for (const Finding& finding : check(name, text)) {
    if (!result.empty()) result += " ";
    result += names[static_cast<std::size_t>(finding.verdict)];
  }
  return result;
}

std::string updated(const std::string& name, std::string_view text) {
  std::vector<Finding> findings = check(name, text);
  return with_outputs(text, findings);
}

TEST(CheckDocs, RunsMarkedFences) {
  EXPECT_EQ(verdicts("a.md", "```yaql {.evalground data='[1, 2]'}\n$.sum()\n```\n\n```{.evalground-output}\n3\n```\n"),
            "same");
  EXPECT_EQ(verdicts("a.mdx", "```yaql evalground data='[1, 2]'\n$.sum()\n```\n\n```json evalground-output\n4\n```\n"),
            "stale");
}

TEST(CheckDocs, RunsAFenceOfADialectWithAnOutputBehindItWithoutAMark) {
  EXPECT_EQ(verdicts("a.md", "```yaql\n1 + 1\n```\ngives\n```output\n2\n```\n"), "same");
  EXPECT_EQ(verdicts("a.md", "```yaql\n1 + 1\n```\n```sh\nls\n```\n```output\n2\n```\n"), "");
}

TEST(CheckDocs, TakesTheMarkOfAnOutputAsALanguage) {
  EXPECT_EQ(verdicts("a.md", "```yaql evalground\n1 + 1\n```\n\n```evalground-output\n3\n```\n"), "stale");
}

TEST(CheckDocs, RefusesOptionsOfADialectAsAttributes) {
  const auto findings = check("a.md", "```jinja2 {.evalground flavor=ansible}\n{{ 1 | ternary(1, 2) }}\n```\n");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].message, "\"flavor\" is an option of jinja2; write options=\"{flavor: ansible}\"");
  EXPECT_EQ(verdicts("a.md",
                     "```jinja2 {.evalground options='{flavor: ansible}' linenums=1}\n"
                     "{{ 1 | ternary(1, 2) }}\n```\n\n```output\n1\n```\n"),
            "same");
}

TEST(CheckDocs, SaysThePlaceOfTheOutputAndWhatDiffers) {
  const auto findings = check("a.md", "# T\n\n```yaql\n[1, 2]\n```\n\n```output\n[1,\n3]\n```\n");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].line, 8U);
  EXPECT_EQ(findings[0].last_line, 9U);
  EXPECT_EQ(findings[0].difference, "-[1,\n-3]\n+[\n+  1,\n+  2\n+]\n");
}

TEST(CheckDocs, TakesAValueHoweverItIsWritten) {
  for (const std::string_view shown : {"[\"a\", 1]", "['a', 1]", "[\n  \"a\",\n  1\n]", "- a\n- 1", "[a, 1.0]"}) {
    const std::string text = "```yaql\n[a, 1]\n```\n```output\n" + std::string(shown) + "\n```\n";
    EXPECT_EQ(verdicts("a.md", text), "same") << shown;
  }
}

TEST(CheckDocs, LetsDotsStandForLines) {
  const std::string source = "```cfengine3\nbundle agent main\n{\n  reports:\n    \"a\"; \"b\"; \"c\";\n}\n```\n";
  EXPECT_EQ(verdicts("a.md", source + "```output\nR: a\n...\nR: c\n```\n"), "same");
  EXPECT_EQ(verdicts("a.md", source + "```output\na\n...\n```\n"), "same");
  EXPECT_EQ(verdicts("a.md", source + "```output\nR: a\n...\nR: b\n```\n"), "stale");
}

TEST(CheckDocs, WritesOutputsAnewAndNothingElse) {
  const std::string text =
      "> ```yaql {.evalground}\n> dict(a => [1, 2])\n> ```\n>\n> ```yaml {.evalground-output}\n> a: 1\n> ```\n\n  "
      "tail\t\n";
  EXPECT_EQ(updated("a.md", text),
            "> ```yaql {.evalground}\n> dict(a => [1, 2])\n> ```\n>\n> ```yaml {.evalground-output}\n"
            "> a:\n> - 1\n> - 2\n> ```\n\n  tail\t\n");
  EXPECT_EQ(updated("a.md", "```yaql\r\n[1]\r\n```\r\n```output\r\n[2]\r\n```\r\n"),
            "```yaql\r\n[1]\r\n```\r\n```output\r\n[1]\r\n```\r\n");
}

TEST(CheckDocs, LengthensAFenceThatAnOutputWouldEnd) {
  const std::string source = "````jinja\na\n```\n ~~~~\nb\n````\n";
  EXPECT_EQ(updated("a.md", source + "\n```output\nx\n```\ntail\n"),
            source + "\n````output\na\n```\n ~~~~\nb\n````\ntail\n");
  EXPECT_EQ(updated("a.md", source + "\n> ~~~ output\n> x\n> ~~~~\n"),
            source + "\n> ~~~~~ output\n> a\n> ```\n>  ~~~~\n> b\n> ~~~~~~\n");
  EXPECT_EQ(updated("a.mdx", source + "\n```output\nx"), source + "\n````output\na\n```\n ~~~~\nb");
  const std::string listing =
      "[source,jinja,role=evalground]\n.....\na\n----\n....\nb\n.....\n\n[.evalground-output]\n";
  EXPECT_EQ(updated("a.adoc", listing + "----\nx\n----\n"), listing + "-----\na\n----\n....\nb\n-----\n");
  EXPECT_EQ(updated("a.adoc", listing + "....\nx\n....\n"), listing + ".....\na\n----\n....\nb\n.....\n");
  for (const std::string& text : {source + "\n```output\nx\n```\ntail\n", source + "\n```output\n```\n"}) {
    EXPECT_EQ(verdicts("a.md", updated("a.md", text)), "same");
    EXPECT_EQ(updated("a.md", updated("a.md", text)), updated("a.md", text));
  }
}

TEST(CheckDocs, WritesIntoAnEmptyBlock) {
  EXPECT_EQ(updated("a.md", "```yaql\n1\n```\n```output\n```\n"), "```yaql\n1\n```\n```output\n1\n```\n");
  EXPECT_EQ(updated("a.md", "```yaql\r\n1\r\n```\r\n```output\r\n```\r\n"),
            "```yaql\r\n1\r\n```\r\n```output\r\n1\r\n```\r\n");
  EXPECT_EQ(updated("a.md", "```yaql\n1\n```\n```output"), "```yaql\n1\n```\n```output\n1\n");
}

TEST(CheckDocs, LeavesADocumentThatCannotShowAnOutput) {
  const struct {
    std::string name, text;
    std::size_t line;
  } table[] = {
      {"a.txt", "yaql> 1\n2\n\nyaql> 'a\\n\\nb'\nc\n", 5},
      {"a.txt", "yaql> 1\n1\n\nyaql> 'a\\nyaql> 1'\nc\n", 5},
      {"a.md", "```\nyaql> 'a\\n```\\nb'\nc\n```\n", 3},
      {"a.md", "```yaql\n'a\\nyaql> 1\\n2'\n```\n```output\nx\n```\n", 5},
      {"a.adoc", "```jinja\n{{ 'a\\n```' }}\n```\n[.evalground-output]\n```\nx\n```\n", 6},
      {"a.rst", ".. code-block:: jinja\n\n   {{ '  a' }}\n\n.. code-block:: output\n\n   b\n", 7},
  };
  for (const auto& [name, text, line] : table) {
    std::vector<Finding> findings = check(name, text);
    EXPECT_EQ(with_outputs(text, findings), text);
    ASSERT_FALSE(findings.empty()) << text;
    const Finding& finding = findings.back();
    EXPECT_EQ(finding.verdict, Verdict::stale) << text;
    EXPECT_EQ(finding.line, line) << text;
    EXPECT_EQ(finding.message, "this kind of block cannot show such an output; show it in a fenced block") << text;
    EXPECT_NE(findings_text(findings).find("and cannot be updated: this kind of block"), std::string::npos);
    EXPECT_EQ(findings_sarif({finding}).find("fixes"), std::string::npos);
  }
}

TEST(CheckDocs, FailsWhereNothingSaysThatTheExampleFails) {
  EXPECT_EQ(verdicts("a.md", "```yaql {.evalground}\nnone(\n```\n"), "failed");
  EXPECT_EQ(verdicts("a.md", "```yaql {.evalground}\n1\n```\n"), "same");
  EXPECT_EQ(verdicts("a.md", "```python {.evalground}\n1\n```\n"), "failed");
  EXPECT_EQ(verdicts("a.md", "```yaql {.evalground data='{'}\n1\n```\n"), "failed");
  EXPECT_EQ(verdicts("a.md", "```yaql {.evalground depends=x}\n1\n```\n"), "failed");
}

TEST(CheckDocs, TakesAnErrorThatIsShown) {
  const std::string stale = "```yaql\n1 + (\n```\n```output\nerror: none\n```\n";
  EXPECT_EQ(verdicts("a.md", stale), "stale");
  EXPECT_EQ(verdicts("a.md", updated("a.md", stale)), "same");
}

TEST(CheckDocs, GivesFilesAndKeysToTheNextExample) {
  EXPECT_EQ(verdicts("a.md",
                     "```json {.evalground key=data}\n[1, 2]\n```\n"
                     "```yaql {.evalground}\n$.len()\n```\n```output\n2\n```\n"),
            "same");
  EXPECT_EQ(verdicts("a.md",
                     "```jinja {.evalground key=files file=part.j2}\nx\n```\n"
                     "```jinja {.evalground}\n{% include 'part.j2' %}y\n```\n```output\nxy\n```\n"),
            "same");
  EXPECT_EQ(verdicts("a.md",
                     "```json {.evalground key=data #d}\n[1, 2]\n```\n"
                     "```yaql {.evalground depends=d}\n$.len()\n```\n```output\n2\n```\n"
                     "```yaql {.evalground depends=d}\n$.sum()\n```\n```output\n3\n```\n"),
            "same same");
}

TEST(CheckDocs, RunsADocumentUnderItsName) {
  EXPECT_EQ(verdicts("a.md",
                     "```jinja {.evalground key=files file=b.j2}\ny\n```\n"
                     "```jinja {.evalground file=a.j2}\n{% include 'b.j2' %}x\n```\n```output\nyx\n```\n"),
            "same");
}

TEST(CheckDocs, ReadsValuesInEveryNotation) {
  for (const std::string value :
       {"'{\"a\": [1, 2]}'", "\"{a: [1, 2]}\"", "%7B%22a%22:[1,%202]%7D", "\"%7Ba: [1, 2]}\""}) {
    EXPECT_EQ(verdicts("a.md", "```yaql {.evalground data=" + value + "}\n$.a.sum()\n```\n```output\n3\n```\n"), "same")
        << value;
  }
}

TEST(CheckDocs, TakesAWholeWorkspace) {
  for (const std::string fence : {"evalground", "yaml {.evalground}"}) {
    const std::string text = "dialect: yaql\nexpression: $.a\ndata: {a: 1}\n```\n```output\n1\n```\n";
    EXPECT_EQ(verdicts("a.md", "```" + fence + "\n" + text), "same") << fence;
  }
}

TEST(CheckDocs, ReadsDirectivesOfReStructuredText) {
  EXPECT_EQ(verdicts("a.rst",
                     ".. evalground:: yaql\n   :data: {\"a\":\n          [1]}\n\n   $.a\n\n"
                     ".. evalground-output::\n\n   [1]\n"),
            "same");
  const std::string stale =
      "*  item\n\n   .. code-block:: jinja\n      :class: evalground\n\n      {{ 1 + 1 }}\n\n      end\n\n"
      "   .. code-block:: output\n\n      3\n\n      end\n\nText.\n";
  EXPECT_EQ(verdicts("a.rst", stale), "stale");
  EXPECT_EQ(updated("a.rst", stale),
            "*  item\n\n   .. code-block:: jinja\n      :class: evalground\n\n      {{ 1 + 1 }}\n\n      end\n\n"
            "   .. code-block:: output\n\n      2\n\n      end\n\nText.\n");
}

TEST(CheckDocs, ReadsDirectivesOfMyst) {
  EXPECT_EQ(verdicts("a.md", "```{evalground} yaql\n:data: [1, 2]\n\n$.sum()\n```\n\n```{evalground-output}\n4\n```\n"),
            "stale");
  EXPECT_EQ(verdicts("a.md", "```{code-block} yaql\n:class: evalground\n\n1\n```\n"), "same");
}

TEST(CheckDocs, ReadsFencesInTheContainersOfMyst) {
  const std::string example = "```{evalground} yaql\n:data: [1]\n\n$.sum()\n```\n\n```{evalground-output}\n2\n```\n";
  EXPECT_EQ(verdicts("a.md", "::::{tab-set}\n:::{tab-item} One\n" + example + ":::\n::::\n"), "stale");
  const std::string tabs = "`````{tab-set}\n````{tab-item} One\n" + example + "````\n`````\n";
  EXPECT_EQ(verdicts("a.md", tabs), "stale");
  const std::string written = updated("a.md", tabs);
  EXPECT_EQ(verdicts("a.md", written), "same");
  EXPECT_EQ(written.size(), tabs.size());
  EXPECT_EQ(verdicts("a.md", "````{code-block} md\n" + example + "````\n"), "");
}

TEST(CheckDocs, ReadsFencesWhereCommonMarkHasThem) {
  const auto is_stale = [](std::string_view before, std::string_view after, const std::string& prefix) {
    const auto document = [&](std::string_view output) {
      std::string text(before);
      bool is_first = true;
      for (const std::string line : {"```yaql", "1 + 1", "```", "", "~~~ output", std::string(output).c_str(), "~~~"}) {
        text += (is_first ? "" : prefix) + line + "\n";
        is_first = false;
      }
      return text.append(after);
    };
    EXPECT_EQ(verdicts("a.md", document("3")), "stale") << document("3");
    EXPECT_EQ(updated("a.md", document("3")), document("2"));
  };
  is_stale("1. ", "2. next\n", "   ");
  is_stale("10) a\n\n    ", "", "    ");
  is_stale("- - * ", "\n- b\n", "      ");
  is_stale("> 1. ", "\ntext\n", ">    ");
  is_stale("!!! note\n    ", "\ntext\n", "    ");
  is_stale("---\ntitle: x\n---\n[a]: /b\n", "", "");
  const std::string example = "```yaql\n1\n```\n```output\n2\n```\n";
  EXPECT_EQ(verdicts("a.md", "<!--\n" + example + "-->\n"), "");
  EXPECT_EQ(verdicts("a.mdx", "<Tabs>\n" + example + "</Tabs>\n"), "stale");
}

TEST(CheckDocs, FindsTheFenceOfBlankContent) {
  for (const std::string blank : {"", "\n", " \n\n"}) {
    const std::string before = "[a]: /b\n\n```\n\n```\n- a\n  ~~~\n  ~~~\n\n```yaql\n1\n```\n";
    const std::string opening = "> ``` {.evalground-output title=\"a & \\\"b\"}\n> ";
    std::string shown = opening + replace_all(blank, "\n", "\n> ");
    EXPECT_EQ(updated("a.md", before + shown + "```\n"), before + opening + "1\n> ```\n") << shown;
  }
}

TEST(CheckDocs, KeepsTheTabsOfAFence) {
  EXPECT_EQ(verdicts("a.md", "```jinja {.evalground}\n\ta\n \t b\n```\n```output\n\ta\n \t b\n```\n"), "same");
  EXPECT_EQ(updated("a.md", "- ```jinja {.evalground}\n  \ta\n  ```\n  ```output\n  ```\n"),
            "- ```jinja {.evalground}\n  \ta\n  ```\n  ```output\n  \ta\n  ```\n");
}

TEST(CheckDocs, ReadsAsciiDoc) {
  const std::string stale =
      "[source,yaql,role=\"evalground\"]\n.Title\n----\n1 + 1\n----\n\n[.evalground-output]\n....\n3\n....\n";
  EXPECT_EQ(verdicts("a.adoc", stale), "stale");
  EXPECT_EQ(updated("a.adoc", stale),
            "[source,yaql,role=\"evalground\"]\n.Title\n----\n1 + 1\n----\n\n[.evalground-output]\n....\n2\n....\n");
  EXPECT_EQ(verdicts("a.adoc",
                     "[source%linenums,yaql,data='[3]',role=evalground]\n----\n$.sum()\n----\n"
                     "[.evalground-output]\n----\n3\n----\n"),
            "same");
}

TEST(CheckDocs, ReadsHtmlAsGeneratorsLeaveIt) {
  const std::string stale =
      "<html lang=\"en\"><body><div class=\"highlight-yaql evalground notranslate\"><div class=\"highlight\"><pre>"
      "<span></span><span class=\"n\">$</span>.where($ &gt; 1)\n</pre></div></div>\n<!-- <pre> -->"
      "<pre data-evalground-output>[]</pre>";
  const std::string marked =
      "<pre><code class=\"language-yaql\" data-evalground data-data=\"[1, 2]\">$.sum()</code></pre>";
  EXPECT_EQ(verdicts("a.html", marked + "<pre data-evalground-output>3</pre>"), "same");
  EXPECT_EQ(verdicts("a.html", marked + "<pre data-evalground-output><code>&#52;</code></pre>"), "stale");
  EXPECT_EQ(updated("a.html", marked + "<pre data-evalground-output><code>&#52;</code></pre>"),
            marked + "<pre data-evalground-output><code>3</code></pre>");
  EXPECT_EQ(verdicts("a.html", stale), "stale");  // without data, the evaluation gives an error
}

TEST(CheckDocs, ReadsElements) {
  const std::string text =
      "<evalground-embed dialect=\"jinja2\">\n<script type=\"application/json\" data-key=\"vars\">{\"a\": "
      "\"<b>\"}</script>\n"
      "<script type=\"text/plain\" data-file=\"main.j2\" data-main>{{ a }}</script>\n"
      "<output slot=\"fallback\"><pre>&lt;c></pre></output>\n</evalground-embed>\n";
  EXPECT_EQ(verdicts("a.html", text), "stale");
  EXPECT_NE(updated("a.md", text).find("<pre>&lt;b&gt;</pre>"), std::string::npos);
  EXPECT_EQ(verdicts("a.md", updated("a.md", text)), "same");
}

TEST(CheckDocs, TakesTheIndentationOfThePageFromItsFiles) {
  const std::string text =
      "<evalground-embed dialect=\"jinja2\">\n  <script data-file=\"a.j2\" data-main>\n    {% if true %}\n      x\n"
      "    {% endif %}\n  </script>\n  <output slot=\"fallback\"><pre>\n  x\n</pre></output>\n</evalground-embed>\n";
  EXPECT_EQ(updated("a.html", text), text);
  EXPECT_EQ(verdicts("a.html", "<evalground-embed src=\"https://x/workspace.json\"></evalground-embed>"), "failed");
}

TEST(CheckDocs, ReadsTheExamplesOfCfengine) {
  const std::string policy = "#+begin_src cfengine3\nbundle agent main\n{\n  reports:\n    \"OK\";\n}\n#+end_src\n";
  const std::string shown = "#+begin_src example_output\n#@ ```\n#@ R: no\n#@ ```\n#+end_src\n";
  EXPECT_EQ(verdicts("a.cf", policy + shown), "stale");
  EXPECT_EQ(updated("a.cf", policy + shown),
            policy + "#+begin_src example_output\n#@ ```\n#@ R: OK\n#@ ```\n#+end_src\n");
  EXPECT_EQ(verdicts("a.cf", "#+begin_src prep\n#@ touch x\n#+end_src\n" + policy + shown), "skipped");
}

TEST(CheckDocs, ReadsSessions) {
  const std::string text =
      "    \"\"\"\n        yaql> [1, 2].sum()\n        3\n        yaql> 1\n        2\n    \"\"\"\n    return\n";
  EXPECT_EQ(verdicts("a.py", text), "same stale");
  EXPECT_EQ(updated("a.py", text),
            "    \"\"\"\n        yaql> [1, 2].sum()\n        3\n        yaql> 1\n        1\n    \"\"\"\n    return\n");
  EXPECT_EQ(verdicts("a.py", "  yaql> [1,\n         2].select(\n         $ + 1)\n  [2, 3]\n"), "same");
  EXPECT_EQ(
      verdicts("a.py", "  yaql> [1, 2].single()\n  Execution exception: Collection contains more than one item\n"),
      "same");
  EXPECT_EQ(verdicts("a.rst", "::\n\n    yaql> $.a\n    ...\n\n    yaql> 2\n"), "");
}

// Readers see a task, and antsibull-docs the playbook around it.
TEST(CheckDocs, RunsPlaybooksInDirectives) {
  const std::string start =
      ".. code-block:: yaml+jinja\n\n    - debug:\n        msg: \"{{ [a, 2] | max }}\"\n\n"
      ".. ansible-output-data::\n\n    variables:\n      task:\n        previous_code_block: yaml+jinja\n"
      "    playbook: |-\n      @{# a comment #}@\n      - hosts: localhost\n        tasks:\n"
      "          - ansible.builtin.set_fact:\n              a: 3\n          @{{ task | indent(4) }}@\n\n";
  const std::string output = ".. code-block:: ansible-output\n\n    ok: [localhost] => {\n        \"msg\": ";
  EXPECT_EQ(verdicts("a.rst", start + output + "3\n    }\n"), "same");
  EXPECT_EQ(verdicts("a.rst", start + output + "4\n    }\n"), "stale");
  EXPECT_NE(updated("a.rst", start + output + "4\n    }\n").find("\"msg\": 3\n"), std::string::npos);
  EXPECT_EQ(verdicts("a.rst", start.substr(start.find(".. ansible")) + output + "3\n    }\n"), "skipped");
}

TEST(CheckDocs, SkipsUnmarkedExamplesThatNeedAPlugin) {
  EXPECT_EQ(verdicts("a.md", "```jinja\n{{ 1 | theirs }}\n```\n\n```output\n1\n```\n"), "skipped");
  EXPECT_EQ(verdicts("a.md", "```jinja evalground\n{{ 1 | theirs }}\n```\n\n```output\n1\n```\n"), "stale");
}

TEST(CheckDocs, RunsPlaybooksOfATemplateForDirectives) {
  const std::string start =
      ".. code-block:: yaml\n\n    unused: 1\n\n"
      ".. ansible-output-meta::\n\n  actions:\n    - name: reset-previous-blocks\n    - name: set-template\n"
      "      template:\n        variables:\n          data:\n            previous_code_block: yaml\n"
      "            previous_code_block_index: 0\n        language: yaml\n        playbook: |-\n          - tasks:\n"
      "              - vars:\n                  @{{ data | indent(8) }}@\n                debug:\n"
      "                  var: result\n\n"
      ".. code-block:: yaml\n\n  list: [1, 2]\n  result: \"{{ list | map('string') | list }}\"\n\n"
      ".. ansible-output-data::\n\n    playbook: ~\n\n.. code-block:: yaml\n\n  result:\n";
  EXPECT_EQ(verdicts("a.rst", start + "    - '1'\n    - '2'\n"), "same");
  EXPECT_EQ(updated("a.rst", start + "    - '1'\n"), start + "  - '1'\n  - '2'\n");
}

TEST(CheckDocs, RunsDebugTasksOfAnsible) {
  const std::string text =
      ".. code-block:: yaml\n\n    - debug:\n        msg: \"{{ a | map('int') | list }}\"\n      vars:\n        a: "
      "['1']\n\n"
      ".. code-block:: ansible-output\n\n    ok: [localhost] => {\n        \"msg\": [\n            2\n        ]\n    "
      "}\n";
  EXPECT_EQ(verdicts("a.rst", text), "stale");
  const std::string written = updated("a.rst", text);
  EXPECT_NE(written.find("    ok: [localhost] => {\n        \"msg\": [\n            1\n        ]\n    }\n"),
            std::string::npos)
      << written;
  EXPECT_EQ(verdicts("a.rst",
                     ".. code-block:: yaml\n\n    - debug:\n        var: result.rc\n\n"
                     ".. code-block:: ansible-output\n\n    ok: [a] => {\n        \"result.rc\": 1\n    }\n"),
            "skipped");
  EXPECT_EQ(verdicts("a.rst", ".. code-block:: yaml\n\n    - ping:\n\n.. code-block:: ansible-output\n\n    ok: [a]\n"),
            "skipped");
}

TEST(CheckDocs, ShowsNoSecret) {
  const auto findings = check("a.md",
                              "```evalground\ndialect: jinja2\nmain: '{{ \"%s\" | format(lookup(\"env\", \"X\")) }}'\n"
                              "secrets: {token: s3cret}\n```\n```output\nx\n```\n");
  ASSERT_EQ(findings.size(), 1U);
  for (const std::string& report : {findings_sarif(findings), findings_junit(findings), findings_text(findings)})
    EXPECT_EQ(report.find("s3cret"), std::string::npos) << report;
}

TEST(CheckDocs, ReportsForPipelines) {
  const auto findings = check("a b.md", "```yaql\n1\n```\n```output\n<2>\n```\n");
  const std::string sarif = findings_sarif(findings);
  EXPECT_NE(sarif.find("\"uri\": \"a%20b.md\""), std::string::npos);
  EXPECT_NE(sarif.find("\"ruleId\": \"output-out-of-date\""), std::string::npos);
  EXPECT_NE(sarif.find("\"expression\": \"1\""), std::string::npos);
  const std::string junit = findings_junit(findings);
  EXPECT_NE(junit.find("<testsuite name=\"a b.md\" tests=\"1\" failures=\"1\" skipped=\"0\">"), std::string::npos);
  EXPECT_NE(junit.find("-&lt;2&gt;&#10;+1&#10;"), std::string::npos);
}

TEST(CheckDocs, EndsOnHostileText) {
  for (const std::string_view text : {"```",
                                      "```yaql {.evalground data=\"",
                                      "<pre",
                                      "<pre><code class=evalground",
                                      "<evalground-embed",
                                      "<!--",
                                      ".. evalground::",
                                      ".. code-block:: yaql\n   :class",
                                      "[source",
                                      "----",
                                      "#+begin_src x",
                                      "yaql>",
                                      "{",
                                      "&#;",
                                      "<evalground-embed><script>",
                                      "```{evalground",
                                      "> - 1. ```\n",
                                      "~~~\n\n",
                                      "````{tab-set}\n```{note}\n",
                                      "\n\n\n"}) {
    for (const std::string name : {"a.md", "a.rst", "a.adoc", "a.html", "a.cf", "a.py"}) {
      std::string many;
      for (int i = 0; i < 50; ++i) many += text;
      check(name, text);
      check(name, many);
    }
  }
}

// Each of these took ten seconds or more when time grew with the square of the size.
TEST(CheckDocs, TakesTimeInProportionToTheDocument) {
  const std::pair<std::string, std::string> table[] = {
      {"a.md", "```python {.evalground}\n1\n```\n"},
      {"a.md", "`a` "},
      {"a.md", "> - "},
      {"a.md", "- ```\n"},
      {"a.md", "~~~\n\n~~~\n"},
      {"a.md", "[a]: /b\n[a] ![**a"},
      {"a.md", "```{note}\n```\n"},
      {"a.md", "```{code-block} yaql\n:a: b\n"},
      {"a.md", "```jinja {.evalground key=files file=%.j2}\nx\n```\n"},
      {"a.adoc", "[source,python,role=evalground]\n----\n1\n----\n"},
      {"a.html", "<evalground-embed><script></evalground-embed>"},
      {"a.html", "<pre class=evalground><code></pre>"},
  };
  for (const auto& [name, part] : table) {
    std::string text;
    for (int number = 0; text.size() < (2U << 20); ++number) {
      const std::size_t mark = part.find('%');
      text += mark == std::string::npos ? part : std::string(part).replace(mark, 1, std::to_string(number));
    }
    const std::clock_t began = std::clock();  // of this process: other programs may use the processor
    check(name, text);
    EXPECT_LT(std::clock() - began, 5 * CLOCKS_PER_SEC) << part;
  }
}

// A folder with a document, removed with the test.
class DocumentFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "evalground-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    write_below(name, "docs/a.md", "```yaql {.evalground}\n1\n```\n```output\n2\n```\n", false);
    write_below(name, "docs/notes.json", "{}", false);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Checked run(bool update) {
    Options options;
    options.verb = Verb::check_docs;
    options.operands = {folder_.string()};
    options.update = update;
    return check_docs(options);
  }

  fs::path folder_;
};

TEST_F(DocumentFiles, AreOnlyWrittenWhenAskedTo) {
  EXPECT_EQ(run(false), Checked::wrong);
  EXPECT_EQ(read_file((folder_ / "docs/a.md").string()), "```yaql {.evalground}\n1\n```\n```output\n2\n```\n");
  EXPECT_EQ(run(true), Checked::right);
  EXPECT_EQ(read_file((folder_ / "docs/a.md").string()), "```yaql {.evalground}\n1\n```\n```output\n1\n```\n");
  EXPECT_EQ(run(false), Checked::right);
}

TEST_F(DocumentFiles, ThatCannotBeReadOrWrittenDoNotKeepOthersFromBeingUpdated) {
  const std::string stale = read_file((folder_ / "docs/a.md").string());
  write_below(folder_.string(), "docs/b.md", stale, false);
  write_below(folder_.string(), "docs/c.md", stale, false);
  fs::permissions(folder_ / "docs/a.md", fs::perms::owner_read);
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  EXPECT_EQ(run(true), Checked::unreadable);
  const std::string problem = "cannot write " + (folder_ / "docs/a.md").string() + ": it is read-only";
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "evalground: " + problem + "\n");
  EXPECT_NE(testing::internal::GetCapturedStdout().find("and cannot be updated: " + problem + "\n"), std::string::npos);
  EXPECT_EQ(read_file((folder_ / "docs/a.md").string()), stale);
  for (const char* name : {"docs/b.md", "docs/c.md"})
    EXPECT_EQ(read_file((folder_ / name).string()), "```yaql {.evalground}\n1\n```\n```output\n1\n```\n");

  write_below(folder_.string(), "docs/b.md", "\xFF", false);
  write_below(folder_.string(), "docs/c.md", stale, false);
  fs::remove(folder_ / "docs/a.md");
  Options options;
  options.operands = {(folder_ / "docs/b.md").string(), (folder_ / "docs/c.md").string()};
  options.update = true;
  EXPECT_EQ(check_docs(options), Checked::unreadable);
  EXPECT_NE(read_file((folder_ / "docs/c.md").string()), stale);
}

TEST_F(DocumentFiles, AreNotReadOutsideOfTheDocumentsFolder) {
  const std::string path = (folder_ / "docs/a.md").string();
  const auto findings = check(path, "```jinja {.evalground files='../x.j2'}\nx\n```\n");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].message, "\"../x.j2\" is not below the document");
}

TEST_F(DocumentFiles, AreNotReadThroughALinkThatLeadsOutOfTheirFolder) {
  write_below(folder_.string(), "secret.j2", "hunter2", false);
  fs::create_symlink("../secret.j2", folder_ / "docs/x.j2");
  const std::string path = (folder_ / "docs/a.md").string();
  const auto findings = check(path, "```jinja {.evalground files='x.j2'}\nx\n```\n");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_NE(findings[0].message.find("a symbolic link leads out of"), std::string::npos) << findings[0].message;
}

}  // namespace
}  // namespace evalground::cli
