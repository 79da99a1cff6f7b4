extension ExpressionTree {
    /// A function of the values of some operands, which are the last part of ``ExpressionTree/function(_:_:)``.
    public enum Function: Sendable, Hashable, Codable {
        /// A function of numbers.
        case number(NumberFunction)
        /// A choice among values.
        case choice(ChoiceFunction)
        /// A function of texts, and between texts and other values.
        case text(TextFunction)
        /// A function of dates.
        case date(DateFunction)
        /// A function of structured values.
        case structure(StructureFunction)
        /// A function of a text and what is searched for in it.
        case search(SearchFunction)
    }

    /// A choice among values, which have one kind; an integer takes the kind of a number next to it.
    public enum ChoiceFunction: String, Sendable, Hashable, Codable, CaseIterable {
        /// The first of two or more values that is not `nil`; those behind it are not evaluated.
        case coalesce
        /// The first of two values; `nil` if it is the same as the second.
        case nilIf
        /// Conditions, each with a value behind it, and a last value: that of the first condition that holds, or the last.
        ///
        /// Of conditions, those up to the first that holds are evaluated, of values the one that is the result.
        case choose
    }

    /// A function of numbers; `nil` if an operand is.
    public enum NumberFunction: Sendable, Hashable, Codable {
        /// The distance from zero.
        ///
        /// That of the smallest integer is an error.
        case absolute
        /// The number with the other sign.
        ///
        /// That of the smallest integer is an error.
        case negated
        /// The number rounded to some decimal places, 0 to 18, in the kind of the operand.
        ///
        /// The exact value is rounded, that of a floating-point number too, and the result is the nearest number of its
        /// kind.
        case rounded(places: Int, RoundingRule)
        /// The smaller of two values of one kind, or of two numbers; an integer takes the kind of the other.
        case smaller
        /// The larger of two values of one kind, or of two numbers; an integer takes the kind of the other.
        case larger
        /// The square root of an integer or floating-point number, as the latter; `nil` for a negative one.
        case squareRoot
        /// An elementary function of integers or floating-point numbers, as a floating-point number; `nil` where it is not
        /// finite.
        case elementary(ElementaryFunction)
        /// The nearest floating-point number.
        case real
        /// The number as a decimal; one that is not an integer is rounded to some places, 0 to 18.
        ///
        /// More than 38 digits are an error.
        case decimal(places: Int, RoundingRule)
        /// The number as an integer of 64 bits, rounded; beyond them it is an error.
        case integer(RoundingRule)
    }

    /// A function that the C library of the machine computes, whose last digit may differ between machines.
    public enum ElementaryFunction: String, Sendable, Hashable, Codable, CaseIterable {
        /// The logarithm to the base e.
        case naturalLogarithm
        /// The logarithm to the base 10.
        case commonLogarithm
        /// A power of e.
        case exponential
        /// The first number to the power of the second.
        case power
        /// The sine of an angle in radians.
        case sine
        /// The cosine of an angle in radians.
        case cosine
        /// The tangent of an angle in radians.
        case tangent
    }

    /// How a number is rounded that lies between two results.
    public enum RoundingRule: String, Sendable, Hashable, Codable, CaseIterable {
        /// To the nearer one; to the one with the even last digit where both are as near.
        case toNearestOrEven
        /// To the nearer one; away from zero where both are as near.
        case toNearestOrAwayFromZero
        /// To the larger one.
        case up
        /// To the smaller one.
        case down
        /// To the one nearer to zero.
        case towardZero
        /// To the one farther from zero.
        case awayFromZero
    }
}
