"""What the answers are computed with: SQL over the rows, and the rows themselves for Python."""

import datetime
import decimal
import fractions
import types
import unicodedata

import house

decimal.getcontext().prec = 80


class Asking:
    """The answers so far, and the rows that they are about."""

    def __init__(self, made):
        self.answers = {}
        self.connection = house.database(made)
        # The rows of a table as objects with its columns: `asking.rows.orders[0].freight`.
        self.rows = types.SimpleNamespace(**{
            name: [types.SimpleNamespace(**dict(zip(house.COLUMNS[name], row))) for row in made[name]] for name in made})

    def sql(self, question, statement):
        """Answers a question by SQL. The ending of a column's name says what it holds: `_cents` is money, `_bp` a
        product of two of them, `_flag` a Boolean."""
        cursor = self.connection.execute(statement)
        names = [column[0] for column in cursor.description]
        self.python(question, [[stored(value, name) for value, name in zip(row, names)] for row in cursor])

    def python(self, question, rows):
        """Answers a question by rows of values; a value that is no list is a row by itself."""
        if question in self.answers:
            raise ValueError(f"asked twice: {question}")
        rows = [row if isinstance(row, (list, tuple)) else [row] for row in rows]
        self.answers[question] = [" | ".join(text(value) for value in row) for row in rows]


def stored(value, name):
    """The value of a column, by the ending of its name."""
    if value is None:
        return None
    if name.endswith("_cents"):
        return decimal.Decimal(value).scaleb(-2)
    if name.endswith("_bp"):
        return decimal.Decimal(value).scaleb(-4)
    return bool(value) if name.endswith("_flag") else value


def text(value):
    """A value as the tests write it."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, decimal.Decimal):
        return plain(value)
    if isinstance(value, list):
        return "[" + "; ".join(" | ".join(map(text, row)) if isinstance(row, tuple) else text(row) for row in value) + "]"
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    return str(value)


def plain(value):
    """A decimal without an exponent and without zeros at its end."""
    digits = format(value, "f")
    digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return "0" if digits in ("-0", "") else digits


def mean(values):
    """The real that is nearest to the mean of some numbers; nothing of none."""
    exact = [fractions.Fraction(value) for value in values]
    return float(sum(exact) / len(exact)) if exact else None


def total(values):
    """The real that is nearest to the sum of some reals."""
    return float(sum(fractions.Fraction(value) for value in values))


def decimal_quotient(left, right):
    """A quotient of decimals, to 38 digits and to the even one of two that are as near."""
    context = decimal.Context(prec=38, rounding=decimal.ROUND_HALF_EVEN)
    return context.divide(decimal.Decimal(left), decimal.Decimal(right))


def cents(amount):
    """A whole number of cents as a decimal."""
    return None if amount is None else decimal.Decimal(amount).scaleb(-2)


def decimal_mean(amounts):
    """The mean of some amounts in cents, as a decimal; nothing of none."""
    amounts = list(amounts)
    return decimal_quotient(cents(sum(amounts)), len(amounts)) if amounts else None


def without_marks(value):
    """A text without its diacritical marks."""
    return "".join(
        letter for letter in unicodedata.normalize("NFD", value) if unicodedata.category(letter) != "Mn")


def folded(value):
    """A text without the difference of upper and lower case."""
    return value.casefold()


def moment(value):
    """The moment that a text names."""
    return None if value is None else datetime.datetime.strptime(value, "%Y-%m-%dT%H:%M:%SZ")
