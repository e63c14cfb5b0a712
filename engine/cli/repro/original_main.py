

def make(folder, count, seed, dialect):
    """Workspaces, a line of JSON each, by the classes `Programs` of a package of generators; none where it has none."""
    import importlib
    import random
    sys.dont_write_bytecode = True  # the folder is only read
    parent, package = os.path.split(os.path.abspath(folder))
    sys.path.insert(0, parent)
    makers = []
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".py") or name.startswith("_"):
            continue
        module = importlib.import_module(package + "." + name[:-3])
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


if len(sys.argv) > 1:
    make(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
else:
    sys.stdout.write(answer(sys.stdin.readline()))
