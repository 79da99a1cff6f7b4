/// A rule that the values of an attribute must satisfy, as the model declares it; `nil` satisfies every rule.
///
/// The macro `@Model` writes rules from the options of `@Attribute`. A schema without Swift types makes its own.
public struct AttributeRule: Sendable {
    /// The kinds of rules.
    enum Kind: Sendable {
        case notEmpty
        case length(least: Int, most: Int)
        case range(Bound?, Bound?)
        case pattern(String)
        case function(@Sendable (Value) throws -> Bool)
    }

    /// An end of a range: a number, and whether it belongs to the range.
    struct Bound: Sendable {
        let value: Value
        let isInside: Bool
    }

    /// The rule as the model writes it, such as `length(1...100)`; failures name it.
    public let name: String
    let kind: Kind

    /// Text, or bytes, that are not empty.
    public static let notEmpty = AttributeRule(name: "notEmpty", kind: .notEmpty)

    /// Text with a number of characters, or data with a number of bytes, in a range.
    ///
    /// Both ends belong to the range; failures show `name`.
    public static func length(from least: Int = 0, through most: Int = .max, name: String) -> AttributeRule {
        AttributeRule(name: name, kind: .length(least: least, most: most))
    }

    /// Numbers in a range that includes its ends, except for `limit`; `nil` is no limit.
    ///
    /// The ends are of the attribute's own kind: integers, reals or decimals. Failures show `name`.
    public static func range(
        from least: Value? = nil, through most: Value? = nil, below limit: Value? = nil, name: String
    ) -> AttributeRule {
        let end =
            limit.map { Bound(value: $0, isInside: false) } ?? most.map { Bound(value: $0, isInside: true) }
        return AttributeRule(
            name: name, kind: .range(least.map { Bound(value: $0, isInside: true) }, end))
    }

    /// Text that a regular expression matches as a whole.
    public static func pattern(_ expression: String) -> AttributeRule {
        AttributeRule(name: "pattern(\(expression))", kind: .pattern(expression))
    }

    /// Values that a function accepts; one that throws for a value refuses it.
    public static func function(
        _ name: String, _ accepts: @escaping @Sendable (Value) throws -> Bool
    ) -> AttributeRule {
        AttributeRule(name: name, kind: .function(accepts))
    }
}

extension AttributeRule: Hashable {
    /// Whether both are the same rule; functions are compared by their names.
    public static func == (left: AttributeRule, right: AttributeRule) -> Bool { left.name == right.name }

    /// Feeds the rule's name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension AttributeRule {
    /// The kinds of attribute that the rule is for, as the end of a sentence; `nil` when it fits.
    func misfit(_ type: AttributeType) -> String? {
        switch kind {
        case .notEmpty, .length: type == .text || type == .data ? nil : "is for text and bytes"
        case .pattern: type == .text ? nil : "is for text"
        case .range(let least, let most):
            [least, most].contains { $0.map { !$0.value.isOrdered(as: type) } ?? false }
                ? "is for numbers of the kind of its ends" : nil
        case .function: nil
        }
    }
}

extension Value {
    fileprivate func isOrdered(as type: AttributeType) -> Bool {
        switch (self, type) {
        case (.integer, .integer), (.real, .real), (.decimal, .decimal): true
        default: false
        }
    }
}
