"""What ``doctor`` looks at on this machine: the program, the words, the file of the games."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import sysconfig
import time
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

import wordsmith
from wordsmith.cli.findings import failure, ok, warning
from wordsmith.lexicon.cache import cache_folder
from wordsmith.rules.variant import load_variant, variant_ids
from wordsmith.server.kernels import uncompiled_kernels
from wordsmith.server.words.lexicons import load_named
from wordsmith.store.steps import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.cli.findings import Finding

SQLITE_LEAST = (3, 51, 3)
"""Before, two connections of which one commits and one makes a checkpoint could damage a file."""

_MANY_FILES = 20_000
_LITTLE_SPACE, _NO_SPACE = 1_000_000_000, 50_000_000  # bytes
_SLOW_CLOCKS = ("hpet", "acpi_pm", "jiffies", "pit")  # a look at them takes a microsecond and more
_CLOCK_SOURCE = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")
_MOUNTS = Path("/proc/self/mountinfo")
_NETWORK = frozenset(
    {
        *("nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "9p", "ceph", "lustre", "gfs2"),
        *("ocfs2", "glusterfs", "virtiofs", "vboxsf", "prl_fs", "drvfs", "davfs", "beegfs"),
    }
)


def check_machine() -> Iterator[Finding]:
    """The program, whatever its database is."""
    python = ".".join(map(str, sys.version_info[:3]))
    yield ok("program", version=wordsmith.__version__, python=python)
    if is_plain_build(sysconfig.get_config_var("CONFIG_ARGS")):
        yield warning("python.plain")
    slow = uncompiled_kernels()
    yield warning("kernels.slow", names=", ".join(slow)) if slow else ok("kernels.fast")
    yield _check_words()
    yield _check_clock()
    yield from _check_open_files()


def is_plain_build(configured: str | None) -> bool:
    """Whether a Python was compiled without its optimizations; None: it does not say how."""
    return configured is not None and "--enable-optimizations" not in configured


def _check_words() -> Finding:
    folder = cache_folder()
    missing = [name for name in variant_ids() if not load_named(load_variant(name)).is_built]
    if missing and not _can_write(folder):
        return warning("words.nowhere", folder=str(folder))
    if missing:
        return warning("words.missing", names=", ".join(missing), folder=str(folder))
    return ok("words.built", folder=str(folder))


def _check_clock() -> Finding:
    clock = time.get_clock_info("monotonic")
    if clock.adjustable or not clock.monotonic or clock.resolution > 0.001:
        return failure("clock.unfit", name=clock.implementation)
    try:
        source = _CLOCK_SOURCE.read_text().strip()
    except OSError:
        source = clock.implementation
    return (warning if source in _SLOW_CLOCKS else ok)(
        "clock.slow" if source in _SLOW_CLOCKS else "clock.good", name=source
    )


def _check_open_files() -> Iterator[Finding]:
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < _MANY_FILES:
        yield warning("files.few", count=hard, wanted=_MANY_FILES)
    else:
        yield ok("files.many")


def check_file(path: Path) -> Iterator[Finding]:
    """The file of the games: what reads it, where it lies, who may read it, whether it is sound."""
    version = apsw.sqlite_lib_version()
    known = tuple(int(part) for part in version.split("."))
    least = ".".join(map(str, SQLITE_LEAST))
    yield (
        ok("sqlite.good", version=version)
        if known >= SQLITE_LEAST
        else failure("sqlite.old", version=version, least=least)
    )
    folder = path.absolute().parent
    if not _can_write(folder if not path.exists() else path):
        yield failure("file.unwritable", file=str(path))
        return
    yield _check_place(folder)
    yield _check_space(folder)
    if not path.exists():
        yield ok("file.to_be_made", file=str(path))
        return
    yield _check_modes(path)
    yield _check_content(path)


def _check_place(folder: Path) -> Finding:
    system = file_system(folder, _read(_MOUNTS))
    if system is None:
        return ok("place.unknown", folder=str(folder))
    if system in _NETWORK or system.startswith("fuse."):
        return failure("place.network", folder=str(folder), system=system)
    return ok("place.local", folder=str(folder), system=system)


def file_system(folder: Path, mounts: str) -> str | None:
    """The kind of file system of a folder, from the kernel's list of mounts; None: not told."""
    best, found = -1, None
    real = os.path.realpath(folder)
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        point = before.split(" ")[4].encode().decode("unicode_escape")
        inside = point in {"/", real} or real.startswith(point + "/")
        if inside and len(point) >= best:  # the last of two at one place hides the first
            best, found = len(point), after.split(" ")[0]
    return found


def _check_space(folder: Path) -> Finding:
    free = shutil.disk_usage(_existing(folder)).free
    told = f"{free / 1e9:.1f}"
    if free < _NO_SPACE:
        return failure("space.none", free=told)
    return warning("space.little", free=told) if free < _LITTLE_SPACE else ok("space", free=told)


def _check_modes(path: Path) -> Finding:
    """Whether others on this machine may read games, log-ins and talk."""
    if sys.platform == "win32":
        return ok("modes.unknown", file=str(path))
    files = [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))]
    modes = [file.stat().st_mode for file in files if file.exists()]
    private = stat.S_IMODE(path.absolute().parent.stat().st_mode) & stat.S_IXOTH == 0
    if not private and any(mode & (stat.S_IRWXG | stat.S_IRWXO) for mode in modes):
        return warning("modes.open", file=str(path))
    return ok("modes.private", file=str(path))


def _check_content(path: Path) -> Finding:
    try:
        reading = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        version = int(str(reading.pragma("user_version")))
        sound = str(reading.pragma("quick_check"))
        reading.close()
    except apsw.Error as error:
        return failure("file.unreadable", file=str(path), why=str(error))
    if sound != "ok":
        return failure("file.damaged", file=str(path), why=sound.splitlines()[0])
    if version > VERSION:
        return failure("schema.newer", version=version, known=VERSION)
    if version == 0:
        return ok("schema.none")
    if version < VERSION:
        return warning("schema.older", version=version, known=VERSION)
    return ok("file.sound", file=str(path), version=version)


def _can_write(path: Path) -> bool:
    return os.access(_existing(path), os.W_OK)


def _existing(path: Path) -> Path:
    """The path, or the nearest folder above that is there."""
    path = path.absolute()
    while not path.exists() and path != path.parent:
        path = path.parent
    return path


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
