"""K2: the firewall, one check per rule of `pipeline/pack/firewall/`."""

from pipeline.pack.checks.check import Check, Finding, judged, skipped
from pipeline.pack.checks.view import PackView
from pipeline.pack.firewall import FirewallRule, firewall_rules

_SHOWN = 20


def _check(rule: FirewallRule) -> Check:
    def run(view: PackView) -> Finding:
        hits = rule.scan(view.pack_dir, view.secrets)
        return judged(map(str, hits[:_SHOWN]), "nothing found")

    return Check(rule.rule, rule.title, run)


def _image(view: PackView) -> Finding:
    return skipped("the image is not built here, so its layers were not searched")


CHECKS = (*map(_check, firewall_rules()), Check("F8", "The image and its build context hold no leak", _image))
