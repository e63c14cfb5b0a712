"""How YAQL for Python is asked about a workspace (wasm/python/original.py)."""

SETTINGS = {"yaql.convertInputData": True, "yaql.convertOutputData": True, "yaql.limitIterators": 100000}


class Driver:
    def __init__(self):
        import yaql
        from importlib.metadata import version
        self.yaql = yaql
        self.name = "yaql " + version("yaql")

    def evaluate(self, workspace, source):
        yaql = self.yaql
        factory = yaql.factory.YaqlFactory if hasattr(yaql, "factory") else yaql.YaqlFactory
        engine = factory(allow_delegates=True).create(SETTINGS)
        context = yaql.create_context()
        for key, value in (workspace.get("vars") or {}).items():
            context["$" + key] = value
        expression = workspace.get("expression")
        query = engine(source() if expression is None else expression)
        return {"value": query.evaluate(data=workspace.get("data"), context=context)}
