"""The kinds of value that a request may hold. Each knows one sentence about what would be right, and says it."""

from schemas.fields.base import Json as Json
from schemas.fields.base import Strict as Strict
from schemas.fields.base import Wanted as Wanted
from schemas.fields.numbers import Choice as Choice
from schemas.fields.numbers import Die as Die
from schemas.fields.numbers import ExactNumber as ExactNumber
from schemas.fields.numbers import WholeNumber as WholeNumber
from schemas.fields.numbers import WrittenNumber as WrittenNumber
from schemas.fields.parts import Anything as Anything
from schemas.fields.parts import Many as Many
from schemas.fields.parts import Spot as Spot
from schemas.fields.parts import YesNo as YesNo
from schemas.fields.parts import nested as nested
from schemas.fields.texts import Name as Name
from schemas.fields.texts import Pattern as Pattern
from schemas.fields.texts import Text as Text
from schemas.fields.texts import Word as Word
