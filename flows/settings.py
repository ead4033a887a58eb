"""Settings: `papergym.toml` in the current folder (or `$PAPERGYM_CONFIG`), overridden by `PAPERGYM_*` variables."""

import os
import re
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from pipeline.verify.thresholds import Thresholds
from schemas.endpoints import Budget, Judge, Models
from schemas.errors import UsageError


def config_file() -> Path:
    """The configuration file in force; it need not exist."""
    return Path(os.environ.get("PAPERGYM_CONFIG", "papergym.toml")).resolve()


class ContainerSettings(BaseModel):
    """`[containers]`: where untrusted programs run, and what each of them may use."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    engine: Literal["auto", "docker", "podman", "bwrap", "none"] = Field(
        "auto", description="auto takes what works; an engine that is named must work"
    )
    base_image: str = Field("", description="in the place of the base that the Dockerfile of a pack pins")
    allow_weak_limits: bool = Field(False, description="use an engine that cannot limit memory or processes")
    memory_mb: int = Field(4096, ge=64)
    cpus: float = Field(2, gt=0)
    processes: int = Field(256, ge=16)
    seconds: float = Field(600, gt=0, description="a program that runs longer is killed")
    output_mb: int = Field(512, ge=1, description="the largest file a program may write")
    build_seconds: float = Field(1800, gt=0)
    pip_config: Path | None = Field(None, description="a pip.conf that only the build sees; else PIP_CONFIG_FILE")
    certificates: Path | None = Field(None, description="CAs that only the build sees; else PIP_CERT, SSL_CERT_FILE")

    @field_validator("pip_config", "certificates")
    @classmethod
    def _from_config(cls, value: Path | None) -> Path | None:
        return value and config_file().parent / value.expanduser()


class Settings(BaseSettings):
    """Where things lie and how far papergym may go. Relative paths count from the configuration file's folder."""

    model_config = SettingsConfigDict(env_prefix="PAPERGYM_", env_nested_delimiter="__", extra="forbid", frozen=True)

    var: Path = Field(Path("var"), description="everything papergym writes: warehouse, store, packs, server")
    packs: Path | None = Field(None, description="finished packs; `packs` under `var` if not set")
    mirrors: dict[str, Path | str] = Field(
        default_factory=dict, description="URL or DOI -> local file or folder, or another URL"
    )
    network: bool = Field(False, description="ask hosts for links, and download data")
    contact: str = Field("", description="who runs this: an e-mail address or a page, told to every host")
    link_max_age_days: float = Field(30, gt=0, description="what a host said counts this long")
    host_interval_seconds: float = Field(1.0, ge=0, description="least time between two requests to one host")
    host_timeout_seconds: float = Field(30, gt=0, description="a host that is silent this long has not answered")
    max_file_gb: float = Field(10, gt=0, description="the most that one file may download")
    max_setting_gb: float = Field(50, gt=0, description="the most that one link, so one setting, may download")
    max_run_gb: float = Field(200, gt=0, description="the most that one run may download")
    max_store_gb: float | None = Field(None, gt=0, description="the most that downloads may fill the store to")
    private_hosts: tuple[str, ...] = Field((), description="hosts, addresses, networks that may be private")
    never_ask: tuple[str, ...] = Field((), description="hosts that are never asked")
    routes: dict[str, str] = Field(default_factory=dict, description="host -> base URL of a proxy that stands for it")
    workers: int = Field(2, ge=1, le=64, description="papers worked on at once")
    read_timeout_seconds: float = Field(180, gt=0, description="a PDF that takes longer loses its turn")
    read_memory_mb: int = Field(760, ge=512, description="data of a PDF reader process")
    server_idle_seconds: int = Field(300, ge=1, description="the Prefect server stops after this long unused")
    thresholds: Thresholds = Field(Thresholds(), description="limits of the data checks")

    judge: Judge = Field("rules", description="who decides what rules leave open: nobody, or the models")
    models: Models = Field(Models(), description="the endpoint of each model role")
    budget: Budget = Field(Budget(), description="what may be spent on models")
    containers: ContainerSettings = Field(ContainerSettings(), description="sandbox for untrusted programs")

    @field_validator("var", "packs")
    @classmethod
    def _from_config(cls, value: Path | None) -> Path | None:
        return value and config_file().parent / value.expanduser()

    @field_validator("mirrors")
    @classmethod
    def _mirrors_from_config(cls, value: dict[str, Path | str]) -> dict[str, Path | str]:
        return {link: _place(str(place)) for link, place in value.items()}

    @property
    def mirrored_paths(self) -> dict[str, Path]:
        """The part of the mirror map that leads to files and folders."""
        return {link: place for link, place in self.mirrors.items() if isinstance(place, Path)}

    @property
    def mirrored_urls(self) -> dict[str, str]:
        """The part of the mirror map that leads to other URLs."""
        return {link: place for link, place in self.mirrors.items() if isinstance(place, str)}

    @property
    def facts_root(self) -> Path:
        """The folder of what hosts said."""
        return self.var / "facts"

    @property
    def warehouse_root(self) -> Path:
        """The folder of the warehouse."""
        return self.var / "warehouse"

    @property
    def store_root(self) -> Path:
        """The folder of the content-addressed store."""
        return self.var / "store"

    @property
    def packs_root(self) -> Path:
        """The folder of finished packs."""
        return self.packs or self.var / "packs"

    @property
    def cache_root(self) -> Path:
        """The folder of the models' answers."""
        return self.var / "models" / "cache"

    @property
    def prefect_home(self) -> Path:
        """The folder of the Prefect server's own database and state."""
        return self.var / "prefect"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments win over the environment, and the environment over the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, config_file())


def _place(text: str) -> Path | str:
    """A URL as it is, a path from the configuration file's folder."""
    return text if re.match(r"(?:https?|ftp)://", text) else config_file().parent / Path(text).expanduser()


def load_settings() -> Settings:
    """The settings in force. Raises UsageError that names the field and the file."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise UsageError(
            f"bad setting {field!r}: {first['msg']}", f"mend it in {config_file()} or in the PAPERGYM_* variables"
        ) from None
    except ValueError as error:  # not TOML
        raise UsageError(f"cannot read {config_file()}: {error}", "it must be a TOML file") from None
