/// Rules that a save checks; `nil` keeps every rule.
extension AttributeOption {
    /// Text or bytes are not empty; text of spaces is not empty.
    public static let notEmpty = AttributeOption.rule

    /// Text has so many characters, bytes are so many; such as `.length(1...100)`.
    ///
    /// Characters are counted as Swift counts them. The ends are literals.
    public static func length(_ range: some RangeExpression<Int>) -> AttributeOption { .rule }

    /// Numbers are in a range, such as `.range(0...100)` or `.range(0..<1.5)`; the ends are literals.
    public static func range<Number: Comparable>(_ range: some RangeExpression<Number>) -> AttributeOption {
        .rule
    }

    /// A regular expression matches the whole text, such as `.pattern("[A-Z]{2}")`.
    ///
    /// The macro checks the expression. One with repetitions inside of repetitions can take long for some texts.
    public static func pattern(_ expression: StaticString) -> AttributeOption { .rule }

    /// A function of the class accepts the value: `.satisfies("isEven")` with
    /// `static func isEven(_ number: Int) -> Bool`.
    ///
    /// The macro checks that the class has it. It gets values that are there, so its parameter is not optional.
    public static func satisfies(_ function: StaticString) -> AttributeOption { .rule }
}
