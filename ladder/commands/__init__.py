"""The command `serai`. Modules with click only parse; the work is in modules beside them, loaded when it is done."""
