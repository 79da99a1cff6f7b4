/// A rule that the values of an attribute must satisfy, as the model declares it; `nil` satisfies every rule.
///
/// The macro `@Model` writes rules from the options of `@Attribute`. A schema without Swift types makes its own.
public struct AttributeRule: Sendable {
    /// The rule as failures have it: its kind with its bounds, its text, and the key of its message.
    public private(set) var rule: RuleFailure.Rule
    /// The function that accepts values; `nil` for all other kinds.
    let accepts: (@Sendable (Value) throws -> Bool)?

    /// The rule as the model writes it, such as `length(1...100)`; failures name it.
    public var name: String { rule.name }

    private init(
        _ name: String, _ kind: RuleFailure.Rule.Kind, accepts: (@Sendable (Value) throws -> Bool)? = nil
    ) {
        rule = RuleFailure.Rule(name, kind: kind)
        self.accepts = accepts
    }

    /// The same rule, with a key for its message; failures carry it.
    public func message(_ key: String) -> AttributeRule {
        var copy = self
        copy.rule.messageKey = key
        return copy
    }

    /// Text, or bytes, that are not empty.
    public static let notEmpty = AttributeRule("notEmpty", .notEmpty)

    /// Text that neither begins nor ends with white space, as Unicode defines it.
    public static let trimmed = AttributeRule("trimmed", .trimmed)

    /// Text with a number of characters, or data with a number of bytes, in a range.
    ///
    /// Both ends belong to the range; failures show `name`.
    public static func length(from least: Int = 0, through most: Int = .max, name: String) -> AttributeRule {
        AttributeRule(name, .length(least: least, most: most == .max ? nil : most))
    }

    /// Numbers in a range that includes its ends, except for `limit`; `nil` is no limit.
    ///
    /// The ends are of the attribute's own kind: integers, reals or decimals. Failures show `name`.
    public static func range(
        from least: Value? = nil, through most: Value? = nil, below limit: Value? = nil, name: String
    ) -> AttributeRule {
        AttributeRule(name, .range(from: least, through: limit == nil ? most : nil, below: limit))
    }

    /// Decimals with at most a number of digits after the point; zeros at the end do not count.
    public static func fraction(through most: Int) -> AttributeRule {
        AttributeRule("fraction(...\(most))", .fraction(most: most))
    }

    /// Text that a regular expression matches as a whole.
    public static func pattern(_ expression: String) -> AttributeRule {
        AttributeRule("pattern(\(expression))", .pattern(expression))
    }

    /// Values that a function accepts; one that throws for a value refuses it.
    public static func function(
        _ name: String, _ accepts: @escaping @Sendable (Value) throws -> Bool
    ) -> AttributeRule {
        AttributeRule(name, .own, accepts: accepts)
    }
}

extension AttributeRule: Hashable {
    /// Whether both are the same rule; functions are compared by their names.
    public static func == (left: AttributeRule, right: AttributeRule) -> Bool { left.rule == right.rule }

    /// Feeds the rule without its function.
    public func hash(into hasher: inout Hasher) { hasher.combine(rule) }
}

extension AttributeRule {
    /// The kinds of attribute that the rule is for, as the end of a sentence; `nil` when it fits.
    func misfit(_ type: AttributeType) -> String? {
        switch rule.kind {
        case .notEmpty, .length: type == .text || type == .data ? nil : "is for text and bytes"
        case .pattern, .trimmed: type == .text ? nil : "is for text"
        case .range(let least, let most, let limit):
            [least, most, limit].contains { $0.map { !$0.isOrdered(as: type) } ?? false }
                ? "is for numbers of the kind of its ends" : nil
        case .fraction: type == .decimal ? nil : "is for decimals"
        case .required, .own: nil
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
