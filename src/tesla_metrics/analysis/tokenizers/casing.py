"""Carries the case of a written form over to the words it stands for."""


def like(form: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words in upper case where form is, or with a capital where form has one."""
    if len(form) > 1 and form.isupper():
        return tuple(word.upper() for word in words)
    if form[:1].isupper():
        return words[0][:1].upper() + words[0][1:], *words[1:]
    return words


def cut(form: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The form itself, cut where words are cut, if they spell it; else words in its case."""
    if "".join(words) != form.lower() or len(form) != len(form.lower()):
        return like(form, words)
    pieces = []
    start = 0
    for word in words:
        pieces.append(form[start : start + len(word)])
        start += len(word)
    return tuple(pieces)
