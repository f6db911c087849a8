"""The three words that are none: of unknown words, of the start and of the end of a sentence."""

UNKNOWN, START, END = "<unk>", "<s>", "</s>"
# Their numbers in a model that was trained here, as lmplz numbers them.
SYMBOLS = (UNKNOWN, START, END)
UNKNOWN_ID, START_ID, END_ID = range(3)

# Some toolkits write <UNK>, and KenLM takes it for <unk>.
UPPER_UNKNOWN = "<UNK>"
IS_SYMBOL = frozenset([*SYMBOLS, UPPER_UNKNOWN])
