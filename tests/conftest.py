"""The demo title stands on the shelf for every test."""

import os

os.environ["FRONT1914_TITLES"] = "tests.ford"
