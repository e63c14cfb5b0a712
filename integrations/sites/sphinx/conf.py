import os
import sys

sys.path.insert(0, os.path.abspath("../../sphinx"))

project = "Examples"
html_theme = "basic"
# region: setting
extensions = ["evalground"]
evalground_site = "/evalground"
# end
