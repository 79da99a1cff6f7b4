extension RuleFailure {
    /// A rule of a model as a value: its kind with its bounds, its text, and the key of its message.
    ///
    /// ```swift
    /// for failure in try flight.failures() {
    ///     let message =
    ///         switch failure.rule.kind {
    ///         case .length(_, let most?): "At most \(most) characters"
    ///         case .notEmpty, .required: "Needed"
    ///         default: failure.rule.messageKey
    ///         }
    ///     print(message)
    /// }
    /// ```
    public struct Rule: Sendable, Hashable {
        /// The rule as the model writes it, such as `length(1...100)`; for a custom rule, the name of the function.
        public let name: String
        /// The kind of the rule, with its bounds.
        public let kind: Kind
        /// The key of the message for people: the one that the model gives the rule, else the name of its kind, such as
        /// `length`, or that of its function.
        public internal(set) var messageKey: String

        /// Makes a rule; without a key for its message it has the one of its kind.
        public init(_ name: String, kind: Kind = .own, messageKey: String? = nil) {
            self.name = name
            self.kind = kind
            self.messageKey = messageKey ?? kind.word ?? name
        }

        /// A relationship to one leads to an object.
        package static let required = Rule("required", kind: .required)
    }
}

extension RuleFailure.Rule {
    /// A kind of rule; new ones may be added, so a `switch` over them needs a default.
    public enum Kind: Sendable, Hashable {
        /// A required relationship has an object.
        case required
        /// Text or bytes are not empty.
        case notEmpty
        /// Text neither begins nor ends with white space.
        case trimmed
        /// Text has so many characters, bytes are so many; both ends belong to the range, and `nil` is no limit.
        case length(least: Int, most: Int?)
        /// Numbers in a range that includes its ends, except for `below`; `nil` is no limit.
        ///
        /// The ends are of the attribute's own kind: integers, reals or decimals.
        case range(from: Value?, through: Value?, below: Value?)
        /// A decimal has at most so many digits after its point.
        case fraction(most: Int)
        /// A regular expression matches the whole text.
        case pattern(String)
        /// A rule of the model's own: a function that `.satisfies` names, or what `validate(for:)` calls it.
        case own

        /// The name of the kind; `nil` for rules of the model's own.
        fileprivate var word: String? {
            switch self {
            case .required: "required"
            case .notEmpty: "notEmpty"
            case .trimmed: "trimmed"
            case .length: "length"
            case .range: "range"
            case .fraction: "fraction"
            case .pattern: "pattern"
            case .own: nil
            }
        }
    }
}

extension RuleFailure.Rule: CustomStringConvertible {
    /// The rule as the model writes it.
    public var description: String { name }
}
