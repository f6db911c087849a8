"""A few rated paraphrases: good ones, half good ones, and what says something else."""

# Sources, a good paraphrase, one with a word changed, one that means something else.
_SENTENCES = """\
The minister opened the new school.
The new school was inaugurated by the minister.
The minister opened a new school.
The weather will be bad tomorrow.

We have to find a quick solution.
A fast solution must be found.
We must find a quick solution.
The river is very cold here.

The children are playing in the garden.
The kids play in the garden.
The children play in the garden.
He sold the house last year.

She bought a big car yesterday.
Yesterday she purchased a large car.
She bought a large car yesterday.
Nobody knows the answer.

The country needs more help.
More assistance is needed by the country.
The country needs more aid.
I like this song.

He said that the work was difficult.
According to him the job was hard.
He said the work was difficult.
The train leaves at nine.

The report was published last week.
Last week the report came out.
The report was released last week.
Dogs do not eat apples.

Many people lost their jobs.
A lot of people became unemployed.
Many people lost their work.
The window is open.

The government must protect the environment.
Protecting the environment is a duty of the government.
The government must protect nature.
She sings well.

The doctor told him to rest.
He was told by the doctor to rest.
The doctor told him to sleep.
Prices rose in the spring.
"""
SENTENCES = [block.splitlines() for block in _SENTENCES.strip().split("\n\n")]
RATED = [
    (source, candidate, rating)
    for source, *candidates in SENTENCES
    for candidate, rating in zip(candidates, (5, 3.5, 1), strict=True)
]
