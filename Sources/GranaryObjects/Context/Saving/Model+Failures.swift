extension Model {
    /// The rules that the next save would find broken in this object alone, in the order in which it would list them.
    ///
    /// An object of a context is checked as ``Context/failures()`` does. One that is in no context is checked as if it
    /// was inserted: against all rules, and its relationships show what they were set to. Nothing is written, and no
    /// hook is called.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for a value that no store can hold; what keeps a rule from loading a
    ///   relationship.
    /// - Complexity: O(rules of the model); in no context it also compiles the patterns of the model.
    public func failures() throws -> [RuleFailure] {
        guard !_objectState.isOutside, let graph = _objectState.batch?.link.graph else {
            return try RuleCheck.failures(outside: self)
        }
        return try graph.access.operating { try RuleCheck.failures(of: self, in: graph) }
    }
}

extension Context {
    /// The rules that the next save would find broken, all of them, in the order in which it would list them.
    ///
    /// For forms, which show what is wrong before anybody saves. The rules of attributes and of required relationships
    /// are checked, and ``ValidatedModel/validate(for:)`` is called: for new objects all, for stored ones those of their
    /// changed properties. Nothing is written, and no hook is called; so what a hook or a backfill would set at the save
    /// is not there yet, and ``save()`` decides in the end. Only stores know about unique values, references and the
    /// changes of others. In a child the rules are those of its own changes.
    ///
    /// - Throws: as the save would, before it lists failures: an error that was kept;
    ///   ``GranaryError/Code/invalidValue`` for a value that no store can hold.
    /// - Complexity: O(unsaved objects) of the models that have rules.
    public func failures() throws -> [RuleFailure] {
        try access.requireOpen()
        return try access.operating { try RuleCheck.failures(in: graph) }
    }
}

extension RuleFailure {
    /// Makes a failure for a model's `validate(for:)` that names the properties it is about by their key paths.
    ///
    /// ```swift
    /// RuleFailure("endsAfterItBegins", of: \Visit.begin, \Visit.end)
    /// ```
    ///
    /// The name of the rule is the key of its message too. A key path that reads no stored property and no relationship
    /// names nothing.
    public init<M: Model>(
        _ rule: String, of first: PartialKeyPath<M>, _ others: PartialKeyPath<M>...
    ) {
        self.init(rule, properties: ([first] + others).compactMap { M._propertyName(at: $0) })
    }
}
