"""K2: the firewall, one check per rule of `pipeline/pack/firewall/`."""

from pipeline.pack.checks.check import Check, Finding, judged
from pipeline.pack.checks.view import PackView
from pipeline.pack.firewall import FirewallRule, firewall_rules, image

_SHOWN = 20


def _check(rule: FirewallRule) -> Check:
    def run(view: PackView) -> Finding:
        hits = rule.scan(view.pack_dir, view.secrets)
        return judged(map(str, hits[:_SHOWN]), "nothing found")

    return Check(rule.rule, rule.title, run)


def _image(view: PackView) -> Finding:
    made = view.contained.image
    archive = view.scratch / "image.tar"
    view.contained.containers.save(made, archive)
    searched = image.scan(archive, made.base_layers, view.pack_dir, view.secrets, view.scratch / "image")
    archive.unlink()
    own = searched.files - searched.known
    fine = (
        f"nothing found in {own} files, the history and the settings; {searched.known} more are those of the packages"
    )
    return judged(map(str, searched.hits[:_SHOWN]), fine)


CHECKS = (*map(_check, firewall_rules()), Check(image.RULE, image.TITLE, _image))
