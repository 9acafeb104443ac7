"""What a jailed program may use at most. Every number here is our own choice; no paper states one.

The limits are set by util-linux `prlimit`, which then becomes the program: exact from the first instruction on, and free of the races of
setting limits from outside.
"""

GIB = 1 << 30

TMP_BYTES = GIB // 2
"""Room in `/tmp` of the jail, a file system in memory: profile, caches, logs of the engine."""
SHM_BYTES = GIB // 2
"""Room in `/dev/shm` of the jail: the pictures that the processes of a browser hand to each other."""
FILE_BYTES = GIB
"""Largest single file a jailed program can write, its log included, so that a flood of prints cannot fill the disk."""
OPEN_FILES = 8192
"""Open files per process."""
TASKS = 4096
"""Processes and threads in the jail. A browser with one page has about 120, so only a fork bomb gets here."""


def limited(argv: list[str], *, memory_bytes: int, with_tasks: bool) -> list[str]:
    """The command that runs `argv` within the limits.

    Args:
        argv: The program and its arguments.
        memory_bytes: Private writable memory per process (RLIMIT_DATA). Address space that a program only reserves does not count, so a
            browser, which reserves terabytes, lives with it; what it can really fill does.
        with_tasks: Also bound the number of tasks. Only in a user namespace of its own: elsewhere the count is that of the whole user.
    """
    options = [f"--data={memory_bytes}", f"--fsize={FILE_BYTES}", f"--nofile={OPEN_FILES}", "--core=0"]
    if with_tasks:
        options.append(f"--nproc={TASKS}")
    return ["/usr/bin/prlimit", *options, "--", *argv]
