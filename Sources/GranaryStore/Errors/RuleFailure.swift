/// A rule of a model that an object breaks: the entity, the properties and the rule, without any value.
public struct RuleFailure: Sendable, Hashable {
    /// The entity of the object.
    public var entity: String
    /// The properties that the rule is about, in the order in which the rule names them.
    public var properties: [String]
    /// The rule: its kind with its bounds, its text, and the key of its message.
    public var rule: Rule
    /// The key of the object; `nil` when the rule was not checked for a row.
    ///
    /// No description shows it, since a key may say something about a person.
    public var key: ObjectKey?

    /// Makes a failure for a model's `validate(for:)`, which need not name entity and key: a save adds them.
    ///
    /// The name of the rule is the key of its message too.
    public init(_ rule: String, properties: [String] = [], entity: String = "", key: ObjectKey? = nil) {
        self.init(Rule(rule), properties: properties, entity: entity, key: key)
    }

    /// Makes a failure of a rule.
    public init(_ rule: Rule, properties: [String] = [], entity: String = "", key: ObjectKey? = nil) {
        self.rule = rule
        self.properties = properties
        self.entity = entity
        self.key = key
    }
}

extension RuleFailure: CustomStringConvertible, CustomReflectable {
    /// The entity, the properties and the rule, without the key.
    public var description: String {
        properties.isEmpty ? "\(entity): \(rule)" : "\(entity).\(properties.joined(separator: ", ")): \(rule)"
    }

    /// The description only: `dump` and debuggers do not show the key.
    public var customMirror: Mirror { Mirror(self, children: [("about", description)]) }
}

extension GranaryError {
    /// The error of changes that break rules of their models; its message names the first few.
    package static func validation(_ failures: [RuleFailure]) -> GranaryError {
        var names: [String] = []
        for failure in failures.lazy.map(\.description) where names.count < 5 && !names.contains(failure) {
            names.append(failure)
        }
        let count = failures.count == 1 ? "a rule of the models" : "\(failures.count) rules of the models"
        var error = GranaryError(
            .validation,
            "The changes break \(count) (\(names.joined(separator: "; "))\(names.count < failures.count ? "; …" : "")); nothing was written. Correct the objects that `failures` names, and repeat."
        )
        if let first = failures.first, failures.allSatisfy({ $0.entity == first.entity }) {
            error.context.entity = first.entity
            var properties: [String] = []
            for name in failures.flatMap(\.properties) where !properties.contains(name) {
                properties.append(name)
            }
            error.context.properties = properties
        }
        error.failures = failures
        return error
    }
}
