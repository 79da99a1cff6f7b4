extension ModelSnapshot {
    /// The stored values, by column.
    package func columnValues(of entity: Entity) throws -> [Value] {
        try collected(entity) { try encode(.all, of: entity, into: $0) }
    }

    /// The stored values by column; only those of one property are there.
    package func columnValues(of entity: Entity, only property: Int) throws -> [Value] {
        try collected(entity) { try encode(PropertySet(only: property), of: entity, into: $0) }
    }
}
