"""How the templates of ansible-core are asked about a workspace (wasm/python/original.py)."""


class Driver:
    def __init__(self):
        import ansible
        from ansible.parsing.dataloader import DataLoader
        from ansible.template import Templar
        self.loader, self.templar = DataLoader, Templar
        self.name = "ansible-core " + ansible.__version__

    def evaluate(self, workspace, source):
        loader = self.loader()
        loader.set_basedir(".")
        templar = self.templar(loader=loader, variables=workspace.get("vars") or {})
        expression = workspace.get("expression")
        if expression is not None:
            return {"value": templar.template(expression if "{{" in expression else "{{ %s }}" % expression)}
        with templar.set_temporary_context(searchpath=[".", "templates"]):
            text = templar.do_template(source(), preserve_trailing_newlines=True, escape_backslashes=False)
        return {"text": text}

    def failure(self, error):
        return str(error)
