"""Problems: the body of every error, application/problem+json (RFC 9457)."""

from typing import Final

from marshmallow import Schema

from service.api.fields import Choice, Integer, ListOf, ObjectOf, Text
from service.api.problems import PROBLEMS
from service.api.schemas.base import Output
from service.api.schemas.choices import STATUS


def _code(*statuses: int) -> Text:
    """Return the field of the code; the contract lists the known ones without closing the list."""
    known = [kind.code for kind in PROBLEMS.values() if not statuses or kind.status in statuses]
    return Text("The kind of problem, for programs. Further kinds may come.", known=known)


class ProblemSchema(Output):
    """A problem without members of its own."""

    type = Text("A URN that names the kind of problem: `urn:kiln:problem:` and the code.", text_format="uri")
    title = Text("The kind of problem in words, the same each time.")
    status = Integer(400, 599, "The status of this answer.")
    detail = Text("What is wrong this time, in words.")
    code = _code()
    request_id = Text("The id of this request, as in the header X-Request-ID; the service's log knows it too.")


class ConflictProblemSchema(ProblemSchema):
    """The call does not go with the game as it is now; the members say how it is (null where it is gone)."""

    code = _code(409)
    number = Integer(1, 100_000, "The number of the next move.", allow_none=True)
    version = Integer(1, 2**53 - 1, "The game's version.", allow_none=True)
    to_move = Integer(1, 4, "The seat to move; null unless the game is being played.", allow_none=True)
    game_status = Choice(STATUS, "The game's status.", allow_none=True)


class FieldErrorSchema(Output):
    """One thing that is wrong, and where: `pointer` into the body, or `parameter` of the query."""

    optional = ("pointer", "parameter")

    pointer = Text("A JSON pointer (RFC 6901) into the body.", examples=["/seats/1/colors/0"])
    parameter = Text("The name of a query parameter.", examples=["limit"])
    detail = Text("What is wrong there.")


class UnprocessableProblemSchema(ProblemSchema):
    """What the body or the query says cannot be taken; which members there are depends on the code."""

    optional = ("errors", "at", "expected", "rule", "number")

    code = _code(422)
    errors = ListOf(ObjectOf(FieldErrorSchema), "Everything that is wrong.", least=1)
    at = Integer(0, 16_384, "Where a text goes wrong, in code points from 0.")
    expected = Text("What should have stood there.")
    rule = Text("The rule that a move breaks.", examples=["same_slot"])
    number = Integer(1, 100_000, "The number of the move at fault.")


#: The schema of the problems with a status.
PROBLEM_SCHEMAS: Final[dict[int, type[Schema]]] = {
    **dict.fromkeys((400, 401, 403, 404, 405, 413, 414, 415, 429, 431, 500, 503), ProblemSchema),
    409: ConflictProblemSchema,
    422: UnprocessableProblemSchema,
}
