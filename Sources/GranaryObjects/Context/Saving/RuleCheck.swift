/// Collects the rules that changes break, all of them, before anything is sent to a store.
struct RuleCheck {
    private(set) var failures: [RuleFailure] = []

    /// The rules that the objects which a save writes break.
    ///
    /// An object that is new keeps all rules; of a stored one, those of its changed properties are checked.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for a value that no store can hold; what kept a rule or a hook from
    ///   loading a relationship, which says more than the rule that it broke.
    /// - Complexity: O(unsaved objects) of the models that have rules, and nothing for others.
    static func failures(in graph: ObjectGraph) throws -> [RuleFailure] {
        var check = RuleCheck()
        // A save deletes them first; a form asks before.
        let leaving = graph.removedObjects
        for table in graph.tables where table.entity.isRuled {
            for object in table.touched where !leaving.contains(object) {
                try check.check(object, table.entity)
            }
        }
        // Before the rules: relationships that could not be loaded read as empty, which may be why a rule seems broken.
        try graph.lookup.errors.throwFirst()
        return check.failures
    }

    /// The rules that an object of a context breaks.
    ///
    /// - Throws: as ``failures(in:)``.
    static func failures(of object: any Model, in graph: ObjectGraph) throws -> [RuleFailure] {
        guard let entity = graph.tables.table(of: object)?.entity, entity.isRuled,
            !graph.removedObjects.contains(object)
        else { return [] }
        var check = RuleCheck()
        try check.check(object, entity)
        try graph.lookup.errors.throwFirst()
        return check.failures
    }

    /// The rules that an object in no context would break if it was inserted.
    ///
    /// - Throws: as ``failures(in:)``.
    static func failures<M: Model>(outside object: M) throws -> [RuleFailure] {
        let model = M.modelDescription
        let entity = try Entity(alone: M.self)
        var check = RuleCheck()
        var properties = PropertySet.all
        if object.objectKey == M.Key.unassigned, M.Key.generation != .byProgram {
            // The insertion makes it, and no rule has been written for the value that stands for none.
            properties = PropertySet()
            for (position, attribute) in model.attributes.enumerated()
            where !model.key.contains(attribute.name) {
                properties.insert(position)
            }
        }
        try check.check(object, properties, entity, object.erasedKey)
        for (position, relationship) in model.relationships.lazy.filter({ !$0.isToMany }).enumerated()
        where !relationship.isOptional {
            guard case .empty = object._reference(at: position) else { continue }
            check.failures.append(
                RuleFailure(
                    .required, properties: [relationship.name], entity: entity.name, key: object.erasedKey))
        }
        if entity.isValidated { check.validate(object, .insert, entity, object.erasedKey) }
        return check.failures
    }

    /// Throws if a rule was broken.
    func finish() throws {
        if !failures.isEmpty { throw GranaryError.validation(failures) }
    }

    private mutating func check(_ object: any Model, _ entity: Entity) throws {
        guard let change = object._objectState.change else { return }
        if let rules = entity.rules, change != .delete {
            let written = object._objectState.changes?.properties ?? PropertySet()
            let properties = change == .insert ? rules.properties : rules.properties.intersection(written)
            try check(object, properties, entity, object.erasedKey)
        }
        if entity.isValidated { validate(object, change, entity, object.erasedKey) }
    }

    /// Checks some properties of a row.
    mutating func check(
        _ source: any RowEncodable, _ properties: PropertySet, _ entity: Entity,
        _ key: @autoclosure () -> ObjectKey
    ) throws {
        guard let rules = entity.rules else { return }
        let properties = properties.intersection(rules.properties)
        if properties.isEmpty { return }
        let writer = RuleWriter(rules)
        try source.encode(properties, of: entity, into: writer)
        for (column, rule) in writer.broken {
            let name = entity.propertyName(entity.columns[column].property)
            failures.append(RuleFailure(rule, properties: [name], entity: entity.name, key: key()))
        }
    }

    /// Asks an object, which may be in no context, whether it is valid as a whole.
    mutating func validate(_ object: any Model, _ change: ModelChange, _ entity: Entity, _ key: ObjectKey) {
        guard let object = object as? any ValidatedModel else { return }
        for failure in object.validate(for: change) {
            failures.append(
                RuleFailure(failure.rule, properties: failure.properties, entity: entity.name, key: key))
        }
    }
}

extension Entity {
    /// Whether saves have rules to check.
    var isRuled: Bool { rules != nil || isValidated }
}

extension ObjectState {
    /// The change that a save would make to the object; `nil` if none.
    var change: ModelChange? {
        switch phase {
        case .inserted: .insert
        case .deleted: .delete
        case .stored: changes == nil ? nil : .update
        case .transient, .detached: nil
        }
    }
}
