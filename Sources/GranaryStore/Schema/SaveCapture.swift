/// A rule that a schema carries along: it sees what a save writes, and adds rows to the same commit.
///
/// It is asked for every attempt of a save to a store, in each context and batch, and not for a child's save into its
/// parent. The rows are no objects of the context, appear in no list of changes and are never undone.
package protocol SaveCapture: Sendable {
    /// Whether the rule is about the rows of an entity.
    func captures(_ entity: Entity) -> Bool
    /// The rows to insert together with a save; their entities must be in the store of those that the rule is about.
    ///
    /// - Throws: an error that ends the save.
    func rows(with save: CapturedSave) throws -> [CapturingRow]
    /// The entity that the rows belong to, by its position in a schema.
    func entity(in schema: Schema) -> Entity?
}

/// A row that a capture adds to a save.
package struct CapturingRow: Sendable {
    /// The entity.
    package let entity: Entity
    /// The values of all columns.
    package let values: [Value]

    /// Makes a row of an entity with the values of all its columns.
    package init(_ entity: Entity, values: [Value]) {
        self.entity = entity
        self.values = values
    }
}

/// What a save writes of the entities that a capture is about.
package struct CapturedSave: Sendable {
    /// The schema of the stack.
    package let schema: Schema
    /// What ``SaveCapture`` was given by the options of the context; `nil` without anything.
    package let choice: (any Sendable)?
    /// The rows, those of a referenced entity first where there is no cycle.
    package var rows: [CapturedRow] = []
    /// The pairs of many-to-many relationships.
    package var pairs: [CapturedPair] = []

    /// Makes a save without rows.
    package init(schema: Schema, choice: (any Sendable)?) {
        self.schema = schema
        self.choice = choice
    }
}

/// A row that a save writes, with its values before and after.
package struct CapturedRow: Sendable {
    /// The entity.
    package let entity: Entity
    /// The key of the row.
    package let key: ObjectKey
    /// The values by column that the store holds; `nil` for a new row.
    package let before: [Value]?
    /// The values by column that the save writes; `nil` for a deleted row.
    package let after: [Value]?
    /// The version of the row that the save replaces; `nil` for a new row.
    package let version: Int64?

    /// Makes a row from its values.
    package init(
        _ entity: Entity, _ key: ObjectKey, before: [Value]?, after: [Value]?, version: Int64?
    ) {
        self.entity = entity
        self.key = key
        self.before = before
        self.after = after
        self.version = version
    }
}

/// A pair of a many-to-many relationship that a save adds or removes.
package struct CapturedPair: Sendable {
    /// The table of the pairs.
    package let table: LinkTable
    /// The keys of both sides, in the order of the table.
    package let keys: (first: ObjectKey, second: ObjectKey)
    /// Whether the pair is added.
    package let isAdded: Bool

    /// Makes a pair.
    package init(_ table: LinkTable, _ keys: (first: ObjectKey, second: ObjectKey), isAdded: Bool) {
        self.table = table
        self.keys = keys
        self.isAdded = isAdded
    }
}

extension Schema {
    /// The same schema with rules that add rows to saves.
    package func capturing(_ captures: [any SaveCapture]) -> Schema {
        with(captures: captures)
    }
}
