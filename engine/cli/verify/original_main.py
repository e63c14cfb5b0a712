

def make(folder, count, seed, dialect):
    """Workspaces, a line of JSON each, by the classes `Programs` of a package of generators; none where it has none."""
    import importlib
    import pkgutil
    import random
    sys.dont_write_bytecode = True  # the folder is only read
    parent, package = os.path.split(os.path.abspath(folder))
    sys.path.insert(0, parent)
    makers = []
    places = importlib.import_module(package).__path__
    for name in sorted(found.name for found in pkgutil.iter_modules(places)):
        module = importlib.import_module(package + "." + name)
        if hasattr(getattr(module, "Programs", None), "make"):
            makers.append(module.Programs())
    chance = random.Random(seed)
    made = attempts = 0
    while makers and made < count and attempts < 100 * count + 100:
        workspace = makers[attempts % len(makers)].make(chance)
        attempts += 1
        if not dialect or workspace["dialect"] == dialect:
            print(json.dumps(workspace))
            made += 1


if sys.argv[1] == "make":
    make(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
else:
    with open(sys.argv[2], encoding="utf-8") as driver:
        sys.stdout.write(answer(sys.stdin.readline(), driver.read()))
