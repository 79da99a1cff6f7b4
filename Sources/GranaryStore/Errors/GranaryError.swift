/// The one error that Granary throws: what failed, on what, and what to do about it.
///
/// `description` never contains a stored value or a secret, so it can go to any log.
/// A `catch` clause can name a code: `catch GranaryError.Code.conflict { … }`.
public struct GranaryError: Error, Sendable {
    /// The kind of failure, for programs; stable across versions.
    public var code: Code
    /// The failure and its remedy, for people: one or two sentences without stored values.
    public var message: String
    /// Where it happened: the store, entity, properties or configuration key concerned.
    public var context: Context
    /// The error beneath this one, where there is one.
    public var cause: (any Error)?
    /// The conflicting objects, when `code` is ``Code/conflict``, by their entities and keys.
    public var conflicts: [SaveConflict] = []
    /// The broken rules, all of them, when `code` is ``Code/validation``.
    public var failures: [RuleFailure] = []
    /// The ``StoredSchema`` that was found in a store which does not fit, so that nobody reads it again; `nil` where
    /// the backend does not give it.
    package var recorded: (any Sendable)?

    /// Makes an error.
    public init(
        _ code: Code, _ message: String, context: Context = Context(), cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.context = context
        self.cause = cause
    }
}

extension GranaryError {
    /// The things an error is about; every part is optional.
    public struct Context: Sendable, Hashable {
        /// The type name of the backend, such as `sqlite`.
        public var storeType: String?
        /// The name of the store configuration.
        public var store: String?
        /// The entity concerned.
        public var entity: String?
        /// The key of the object concerned, such as one whose row cannot be read, or that was changed after its deletion.
        ///
        /// No description shows it, since a key may say something about a person.
        public var key: ObjectKey?
        /// The properties concerned, in the order the constraint or model declares them.
        public var properties: [String] = []
        /// The kind of constraint that was violated.
        public var constraint: Constraint?
        /// The configuration key path concerned, such as `stores.Reference.type`.
        public var keyPath: String?
        /// The file or directory concerned.
        public var path: String?
        /// The engine's own number for the failure.
        public var engineCode: Int?
        /// The engine's code as the engine writes it, such as `SQLSTATE 22P05`; `nil` where the number is all.
        public var engineCodeText: String?

        /// Makes an empty context.
        public init() {}

        /// Makes a context that names an entity and its properties.
        public init(entity: String, properties: [String] = [], constraint: Constraint? = nil) {
            self.entity = entity
            self.properties = properties
            self.constraint = constraint
        }
    }

    /// A kind of constraint.
    public enum Constraint: String, Sendable, Hashable, Codable {
        /// Two objects have the same primary key.
        case primaryKey
        /// Two objects have the same values where the model declares them unique.
        case unique
        /// A required value is missing.
        case notNull
        /// A relationship refers to an object that does not exist.
        case reference
        /// A delete rule forbids the deletion.
        case deny
    }
}

extension GranaryError: CustomStringConvertible, CustomReflectable {
    /// The code, the things concerned and the message, in one line without stored values.
    public var description: String {
        var context = context
        if let path = context.path, message.holds(path) { context.path = nil }
        if let code = context.engineCodeText, message.holds(code) {
            (context.engineCodeText, context.engineCode) = (nil, nil)
        }
        let about = context.description
        let place = about.isEmpty ? "" : " [\(about)]"
        return "\(code.rawValue)\(place): \(message)"
    }

    /// The parts of the error, its conflicts and failures as their descriptions: an error holds no value wherever it is
    /// printed.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "code": code.rawValue, "message": message, "context": context, "cause": cause as Any,
                "conflicts": conflicts.map(\.description), "failures": failures.map(\.description),
            ])
    }
}

extension GranaryError.Context: CustomStringConvertible, CustomReflectable {
    /// The things the error is about, without the key.
    public var description: String {
        var about: [String] = []
        if let store { about.append("store \(store)") }
        if let storeType { about.append("type \(storeType)") }
        if let entity { about.append("entity \(entity)") }
        if !properties.isEmpty { about.append(properties.joined(separator: ", ")) }
        if let keyPath { about.append("key \(keyPath)") }
        if let path { about.append(path) }
        if let text = engineCodeText ?? engineCode.map({ "engine code \($0)" }) { about.append(text) }
        return about.joined(separator: "; ")
    }

    /// The description only: `dump` and debuggers do not show the key.
    public var customMirror: Mirror { Mirror(self, children: [("about", description)]) }
}
