extension StoredTable {
    /// The error for rows with the same values in columns that a migration makes unique; it lists the rows' keys.
    package func duplicates(
        of columns: [String], keys: [ObjectKey], _ constraint: GranaryError.Constraint
    ) -> GranaryError {
        let properties = columns.map { column($0)?.property ?? $0 }
        var error = GranaryError(
            .constraint,
            "Objects of \(label) have the same \(properties.joined(separator: ", ")), which the migration makes unique; nothing was changed. Change them first: the error's conflicts list their keys.",
            context: .init(entity: label, properties: properties, constraint: constraint))
        error.conflicts = keys.map {
            SaveConflict(entity: label, key: $0, base: nil, mine: nil, theirs: nil)
        }
        return error
    }

    /// The most rows that such an error lists, and those of its kind.
    package static var mostDuplicates: Int { 20 }
}

extension StoredTable {
    /// The error for rows without a value of a property that a migration makes required; it lists the rows' keys.
    package func missing(_ property: String, keys: [ObjectKey]) -> GranaryError {
        var error = GranaryError(
            .constraint,
            "Objects of \(label) have no value for “\(property)”, which the migration makes required; nothing was changed. Fill them first, with the models in which it is optional and a Backfill, or give it a default. The error's conflicts list the keys of such objects.",
            context: .init(entity: label, properties: [property], constraint: .notNull))
        error.conflicts = keys.map {
            SaveConflict(entity: label, key: $0, base: nil, mine: nil, theirs: nil)
        }
        return error
    }
}
