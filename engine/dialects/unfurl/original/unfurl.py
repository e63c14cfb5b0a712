"""Unfurl: whether its loader takes service templates and ensembles. There are no random programs: no package of Debian
has Unfurl, and its loader takes a fifth of a second for each document."""

import importlib.util
import logging
import os
import pathlib
import shutil
import tempfile

from . import limits
from .answer import Answer, Explained, failure

PROGRAM = "main"
THREADS = 1


def missing():
    found = importlib.util.find_spec("unfurl") and importlib.util.find_spec("toscaparser")
    return None if found else "Unfurl with its dependencies, which Debian has no package of (pip install unfurl)"


def is_service_template(text):
    return text.lstrip().startswith("tosca_definitions_version")


class Acceptance:
    """Which documents Unfurl refuses before it evaluates anything, for mutate.py."""

    TOKENS = r"""\#[^\n]*|"(?:\\.|[^"\\])*"|'(?:''|[^'])*'|\n[ ]*-[ ]|\w+(?:[-.:/]+\w+)*|\s+|."""
    WORDS = [
        "{", "}", "[", "]", "{}", "[]", ",", ": ", ":", "\n", "\n  ", "\n    ", "\n  - ", "\n    - ", "'text'", "''", "1", "-1",
        "1.5", "'1'", "0", "true", "no", "null", "{a: 1}", "[a]", "{eval: a}", "{get_input: a}", "a", "default", "type",
        "type: string", "string", "integer", "float", "boolean", "list", "map", "range", "version", "timestamp",
        "scalar-unit.size", "entry_schema", "key_schema", "required", "status", "constraints", "equal", "greater_than",
        "in_range", "valid_values", "length", "min_length", "pattern", "schema", "metadata", "description", "derived_from",
        "properties", "attributes", "requirements", "capabilities", "capability", "node", "relationship", "occurrences",
        "[0, 1]", "[1, UNBOUNDED]", "node_filter", "artifacts", "file", "interfaces", "operations", "inputs", "outputs",
        "value", "node_templates", "node_types", "capability_types", "relationship_types", "data_types", "policy_types",
        "group_types", "artifact_types", "interface_types", "policies", "groups", "members", "targets", "workflows",
        "imports", "repository", "repositories", "topology_template", "substitution_mappings", "directives", "select",
        "substitute", "copy", "tosca_definitions_version", "tosca_simple_yaml_1_3", "tosca.nodes.Root", "tosca:Compute",
        "tosca.nodes.Compute", "tosca.capabilities.Root", "tosca.relationships.DependsOn", "tosca.interfaces.Root",
        "host", "dependency", "feature", "Standard", "Install", "spec", "service_template", "instances", "kind", "Ensemble",
        "apiVersion", "template", "readyState", "environment",
    ]
    QUESTION = {"expression": ["x"]}  # the engine reads and checks the document, and evaluates nothing of it
    EXPLAINED = [
        Explained(
            "other files",
            "Unfurl fetches repositories and files that the workspace does not have",
            lambda workspace, expected, actual: actual.message.startswith(("missing-file", "unavailable")),
        ),
    ]

    def __init__(self):
        os.environ.update({"UNFURL_LOGGING": "critical", "UNFURL_HOME": "", "UNFURL_NORUNTIME": "1"})
        os.environ.setdefault("PBR_VERSION", "1.0")
        import unfurl  # noqa: F401 (sets up the paths of its vendored packages)
        from unfurl.yamlmanifest import YamlManifest

        logging.disable(logging.CRITICAL)
        self.load = YamlManifest
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def answer(self, workspace):
        text = workspace["main"]
        if is_service_template(text):
            lines = "".join(f"    {line}\n" for line in text.split("\n"))
            text = f"apiVersion: unfurl/v1.0.0\nkind: Ensemble\nspec:\n  service_template:\n{lines}"
        shutil.rmtree(self.folder)
        for name, content in {**workspace["files"], "ensemble__.yaml": text}.items():
            path = self.folder / name
            if not path.resolve().is_relative_to(self.folder.resolve()) or not isinstance(content, str):
                return None
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        try:
            with limits.seconds(10):
                self.load(text, path=str(self.folder / "ensemble__.yaml"))
        except (limits.TooSlow, RecursionError, MemoryError):
            return None
        except (AttributeError, KeyError, TypeError, IndexError, NotImplementedError, AssertionError):
            return None  # its own mistake
        except Exception as error:  # whatever the loader raises is its answer
            return failure(error)
        return Answer({})

    def runs(self, workspace):
        return self.answer(workspace)

    def close(self):
        shutil.rmtree(self.folder)
