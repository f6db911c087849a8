"""What the live page is told."""

from functools import cache

from ..analysis.inventory import known_languages
from ..context.finding import is_installed
from ..languages.english_names import language_name
from ..metrics.registry import DEFAULT, metric_class, metric_names
from ..metrics.segments import explains
from ..page.live import render_live
from .reply import HTML, Reply

# They need files, which a server does not read.
_WITH_FILES = ("tesla-b", "tesla-f", "cremer")
# It needs a package, which may not be there.
_WITH_ENCODER = "tesla-n"
# What the page itself says in its head, and what only a header can say.
_POLICY = {"Content-Security-Policy": "frame-ancestors 'none'"}


@cache
def live_page() -> Reply:
    """The page, the same for everybody."""
    left_out = _WITH_FILES if is_installed() else (*_WITH_FILES, _WITH_ENCODER)
    names = [name for name in metric_names() if name not in left_out]
    metrics = {name: explains(metric_class(name)) for name in names}
    languages = {code: language_name(code) for code in known_languages()}
    against = {name: metric_class(name).against for name in names}
    return html_reply(render_live(metrics, languages, DEFAULT, against))


def html_reply(page: str) -> Reply:
    """A page of ours, which allows itself what it needs."""
    return Reply(200, page.encode(), HTML, _POLICY)
