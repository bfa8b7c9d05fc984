// libFuzzer finds the mutator by its name; nothing calls it from here.
