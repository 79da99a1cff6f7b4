/// Rules that a save checks; `nil` keeps every rule.
///
/// Each can have the key of a message for people, which its failures carry: `.length(1...60, message: "name.length")`.
/// The key is a literal. Without one it is the name of the rule, such as `length`.
extension AttributeOption {
    /// Text or bytes are not empty; text of spaces is not empty.
    public static let notEmpty = AttributeOption.rule

    /// Text or bytes are not empty; with the key of a message.
    public static func notEmpty(message: StaticString) -> AttributeOption { .rule }

    /// Text neither begins nor ends with white space, as Unicode defines it; with ``notEmpty`` it is not blank.
    public static let trimmed = AttributeOption.rule

    /// Text neither begins nor ends with white space; with the key of a message.
    public static func trimmed(message: StaticString) -> AttributeOption { .rule }

    /// Text has so many characters, bytes are so many; such as `.length(1...100)`.
    ///
    /// Characters are counted as Swift counts them. The ends are literals.
    public static func length(
        _ range: some RangeExpression<Int>, message: StaticString? = nil
    ) -> AttributeOption { .rule }

    /// Numbers are in a range, such as `.range(0...100)` or `.range(0..<1.5)`; the ends are literals.
    public static func range<Number: Comparable>(
        _ range: some RangeExpression<Number>, message: StaticString? = nil
    ) -> AttributeOption { .rule }

    /// A decimal has at most so many digits after its point: `.fraction(...2)` for money.
    ///
    /// The number is a literal. Zeros at the end do not count, since stores do not keep them.
    public static func fraction(
        _ digits: PartialRangeThrough<Int>, message: StaticString? = nil
    ) -> AttributeOption { .rule }

    /// A regular expression matches the whole text, such as `.pattern("[A-Z]{2}")`.
    ///
    /// The macro checks the expression. One with repetitions inside of repetitions can take long for some texts.
    public static func pattern(_ expression: StaticString, message: StaticString? = nil) -> AttributeOption {
        .rule
    }

    /// A function of the class accepts the value: `.satisfies("isEven")` with
    /// `static func isEven(_ number: Int) -> Bool`.
    ///
    /// The macro checks that the class has it. It gets values that are there, so its parameter is not optional.
    public static func satisfies(_ function: StaticString, message: StaticString? = nil) -> AttributeOption {
        .rule
    }
}
