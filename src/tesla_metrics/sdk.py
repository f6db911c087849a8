"""What you need, next to `tesla_metrics` itself, to extend tesla-metrics.

=================  ===========================================================================
to add             use
=================  ===========================================================================
a metric           `AnalysedMetric` (n-grams of analysed words), `SegmentMetric` with
                   `SegmentScorer` (other means of segments), or `tesla_metrics.Metric` with
                   `Scorer`; `option` declares an option, `register_metric` makes the name known
the columns of a   `Comparer` of `Pairs` of segments, whose text `get_text` returns;
metric             `CodeComparer` of what an `Encoder` makes of each segment, such as the
                   `WordEncoder` that `word_encoder` returns for an `Analysis`
matching of words  `Words` to `Bags` (of n-grams) to `Match`: `match_lemmas`, `match_tags`,
                   `match_ms`, `f_measures`
an analyser        any object with the protocol `tesla_metrics.Analyzer`
a language         `Language` and its facts (`TokenizerRules`, `VerbClitics`,
                   `LemmaCorrections`, `NumberWords`, `SingleWordNumbers`, `NegatingPrefix`,
                   `NegatingAffixes`, `Compounds`, `LinkingLetters`), `word_set`,
                   `register_language`, `find_language`
synonyms           a file, or `load_synonyms`, which returns `Synonyms`
an input format    `iterate_lines` to read files, and `tesla_metrics.Item` to pass their content on
a source of trees  any object with the protocol `TreeSource`; `Tree`, `Constituent`,
                   `parse_tree`, `format_tree`, `read_trees`
=================  ===========================================================================

Metrics and analysers of an installed package are found through entry points of the groups
`tesla_metrics.metrics` and `tesla_metrics.analyzers`. `docs/extend.md` has examples.

The names in this module are stable; the modules that define them may move.
"""

from .core.comparing.comparer import CodeComparer as CodeComparer
from .core.comparing.comparer import Comparer as Comparer
from .core.encoding.analysis import Analysis as Analysis
from .core.encoding.encoder import Encoder as Encoder
from .core.encoding.encoder import WordEncoder as WordEncoder
from .core.encoding.encoder import word_encoder as word_encoder
from .core.encoding.pairs import Pairs as Pairs
from .core.matching.ngram_bags import Bags as Bags
from .core.matching.ngram_bags import Match as Match
from .core.matching.ngram_bags import Words as Words
from .core.matching.ngram_bags import f_measures as f_measures
from .core.matching.ngram_bags import match_lemmas as match_lemmas
from .core.matching.ngram_bags import match_ms as match_ms
from .core.matching.ngram_bags import match_tags as match_tags
from .files.item import get_text as get_text
from .files.lines import iterate_lines as iterate_lines
from .metrics.analysed_metric import AnalysedMetric as AnalysedMetric
from .metrics.base import Scorer as Scorer
from .metrics.options import option as option
from .metrics.registry import register_metric as register_metric
from .metrics.segment_metric import SegmentMetric as SegmentMetric
from .metrics.segment_metric import SegmentScorer as SegmentScorer
from .parsing.syntax.tree import Constituent as Constituent
from .parsing.syntax.tree import Tree as Tree
from .parsing.syntax.tree import TreeSource as TreeSource
from .parsing.syntax.tree_formats import format_tree as format_tree
from .parsing.syntax.tree_formats import parse_tree as parse_tree
from .parsing.syntax.tree_formats import read_trees as read_trees
from .text.languages import Compounds as Compounds
from .text.languages import Language as Language
from .text.languages import LemmaCorrections as LemmaCorrections
from .text.languages import LinkingLetters as LinkingLetters
from .text.languages import NegatingAffixes as NegatingAffixes
from .text.languages import NegatingPrefix as NegatingPrefix
from .text.languages import NumberWords as NumberWords
from .text.languages import SingleWordNumbers as SingleWordNumbers
from .text.languages import TokenizerRules as TokenizerRules
from .text.languages import VerbClitics as VerbClitics
from .text.languages import find_language as find_language
from .text.languages import register as register_language
from .text.languages import word_set as word_set
from .text.synonyms import Synonyms as Synonyms
from .text.synonyms import load_synonyms as load_synonyms

__all__ = [
    "AnalysedMetric",
    "Analysis",
    "Bags",
    "CodeComparer",
    "Comparer",
    "Compounds",
    "Constituent",
    "Encoder",
    "Language",
    "LemmaCorrections",
    "LinkingLetters",
    "Match",
    "NegatingAffixes",
    "NegatingPrefix",
    "NumberWords",
    "Pairs",
    "Scorer",
    "SegmentMetric",
    "SegmentScorer",
    "SingleWordNumbers",
    "Synonyms",
    "TokenizerRules",
    "Tree",
    "TreeSource",
    "VerbClitics",
    "WordEncoder",
    "Words",
    "f_measures",
    "find_language",
    "format_tree",
    "get_text",
    "iterate_lines",
    "load_synonyms",
    "match_lemmas",
    "match_ms",
    "match_tags",
    "option",
    "parse_tree",
    "read_trees",
    "register_language",
    "register_metric",
    "word_encoder",
    "word_set",
]
