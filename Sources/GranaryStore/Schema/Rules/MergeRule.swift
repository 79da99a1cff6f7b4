/// How two changes of one attribute, made at the same time, become one value.
///
/// The macro `@Model` writes rules from `AttributeOption.merge(_:)`. A schema without Swift types makes its own. A
/// rule applies only if both sides have changed the attribute since the value that both have read.
public struct MergeRule: Sendable {
    /// A function of three values of the attribute: the one that both sides read, the one that this side wants, and the
    /// current one.
    public typealias Function = @Sendable (_ base: Value, _ mine: Value, _ theirs: Value) throws -> Value

    /// The kinds of rules.
    package enum Kind: Sendable {
        /// The greater value.
        case maximum
        /// The lesser value.
        case minimum
        /// The sum of the changes of both sides.
        case sum(SumRange)
        /// The bits of an integer that either has set, without those that either has cleared.
        case unionOfBits
        /// The side on which another attribute is greater.
        case latest(by: String)
        /// The result of a function.
        case function(Function)
    }

    /// The rule as the model writes it, such as `latest(by: editedAt)`.
    public let name: String
    /// The kind of the rule.
    package let kind: Kind

    /// The greater value, in the order of queries; `nil` loses.
    public static let maximum = MergeRule(name: "maximum", kind: .maximum)

    /// The lesser value, in the order of queries; `nil` loses.
    public static let minimum = MergeRule(name: "minimum", kind: .minimum)

    /// Their number plus this side's change of the one that both have read; `nil` counts as zero.
    public static let sum = MergeRule.summing(in: SumRange())

    /// The bits of an integer: those that either side has set are set, and those that either side has cleared are not.
    public static let union = MergeRule(name: "union", kind: .unionOfBits)

    /// The value of the side on which another attribute, a date or a number, is greater; if both are equal, theirs.
    ///
    /// That attribute is merged by ``maximum`` unless it has its own rule.
    public static func latest(by attribute: String) -> MergeRule {
        MergeRule(name: "latest(by: \(attribute))", kind: .latest(by: attribute))
    }

    /// The result of a function on base, mine and theirs; an error that it throws ends the save.
    public static func function(_ name: String, _ merge: @escaping Function) -> MergeRule {
        MergeRule(name: name, kind: .function(merge))
    }

    /// A sum that a Swift type can hold.
    package static func summing(in range: SumRange) -> MergeRule {
        MergeRule(name: "sum", kind: .sum(range))
    }

    /// The union of collections, which only their own type can compute.
    package static func uniting(_ merge: @escaping Function) -> MergeRule {
        MergeRule(name: "union", kind: .function(merge))
    }
}

extension MergeRule: Hashable {
    /// Whether both are the same rule; functions are compared by their names.
    public static func == (left: MergeRule, right: MergeRule) -> Bool { left.name == right.name }

    /// Feeds the rule's name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension MergeRule {
    /// The kinds of attribute that the rule is for, as the end of a sentence; `nil` when it fits.
    func misfit(_ type: AttributeType) -> String? {
        switch kind {
        case .maximum, .minimum: type.isNumeric || type == .date || type == .text ? nil : Self.orderedOnly
        case .sum: type.isNumeric ? nil : "is for numbers"
        case .unionOfBits: type == .integer ? nil : "is for integers; give a function for collections"
        case .latest, .function: nil
        }
    }

    private static let orderedOnly = "is for numbers, dates and text"
}

extension AttributeType {
    /// Whether values are numbers.
    var isNumeric: Bool { self == .integer || self == .real || self == .decimal }
}
