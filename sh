Try 'timeout --help' for more information.
