"""What people type who come from sacreBLEU, or who mean another command."""

from collections.abc import Mapping

_HYPOTHESES = "hypotheses are words before -r: tesla score HYP -r REF"
_COMPARE = "systems are compared by 'tesla compare SYS SYS -r REF'"
_RANDOMISED = f"{_COMPARE} --test randomisation"
_SAMPLES = "give --samples N"
_SUBSET = "all segments of a set are scored: cut them out of the files"
_LEAVE_OUT = "leave it out"

# Options of sacreBLEU that have no meaning here, by all their names.
_SACREBLEU = {
    name: hint
    for names, hint in (
        ("-i", _HYPOTHESES),
        ("-pbs --paired-bs", _COMPARE),
        ("-par --paired-ar", _RANDOMISED),
        ("-pbsn --paired-bs-n", f"{_COMPARE} --samples N"),
        ("-parn --paired-ar-n", f"{_RANDOMISED} --samples N"),
        ("--paired-jobs", "give -j N"),
        ("-cin --confidence-n", _SAMPLES),
        ("--smoothing", "give --smooth-method exp, floor, add-k or none"),
        ("--list", "'tesla sets' lists the test sets that are at hand"),
        ("--download", "'sacrebleu --download SET -l PAIR' does that, and -t SET finds it then"),
        ("--echo", "'sacrebleu --echo src -t SET -l PAIR' prints what a test set has"),
        ("--cite --citation", "'sacrebleu --cite -t SET' cites a test set"),
        ("-ol --origlang", _SUBSET),
        ("--subset", _SUBSET),
        ("-nr --num-refs", "give each reference a file of its own: -r REF REF"),
        ("-e --encoding", "files are UTF-8: convert them first, by iconv say"),
        ("-d --detail", "-f json has all there is: give that instead"),
        ("-sh --short", f"signatures have one length: {_LEAVE_OUT}"),
        ("-nc --no-color", f"there are no colours: {_LEAVE_OUT}"),
    )
    for name in names.split()
}
# Options that only the other command has.
_OF_COMPARE = ("--plot", "--baseline", "--fail-if-worse", "--show")
_OF_SCORE = (
    *("--worst", "--best", "--segments", "-sl", "--sentence-level", "-b", "--score-only"),
    *("-w", "--width", "-o", "--output", "--write-scores", "-v", "--verbose"),
)
_INTERVALS = "every score has an interval here: leave it out (--level P says which)"

Hints = Mapping[str, str]


def score_hints() -> Hints:
    """Of options that `tesla score` does not have, what to do instead."""
    return _SACREBLEU | {flag: f"'tesla compare {flag}' has it" for flag in _OF_COMPARE}


def compare_hints() -> Hints:
    """Of options that `tesla compare` does not have."""
    own = dict.fromkeys(("-pbs", "--paired-bs"), f"that is the default --test: {_LEAVE_OUT}")
    own |= dict.fromkeys(("-par", "--paired-ar"), "give --test randomisation")
    own |= dict.fromkeys(("-pbsn", "--paired-bs-n", "-parn", "--paired-ar-n"), _SAMPLES)
    own |= dict.fromkeys(("-ci", "--confidence"), _INTERVALS)
    own["-i"] = _HYPOTHESES.replace("score HYP", "compare SYS SYS")
    return _SACREBLEU | {flag: f"'tesla score {flag}' has it" for flag in _OF_SCORE} | own
