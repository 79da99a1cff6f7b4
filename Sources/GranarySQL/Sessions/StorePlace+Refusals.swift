package import GranaryStore

extension StorePlace {
    /// The error of a store that cannot reserve integer keys for an entity.
    package func refusal(toReserve count: Int, of entity: Entity, isReadOnly: Bool) -> GranaryError {
        error(
            .unsupported,
            isReadOnly
                ? "A read-only store reserves no keys."
                : "\(entity.name) has no integer keys to reserve in a block of \(count).")
    }

    /// The error of an open store that another program has migrated, so that neither its rows nor new writes would
    /// match the models.
    package func changedWhileOpen(_ findings: [String]) -> GranaryError {
        error(
            .newer,
            "Another version of the program has changed the store while it was open here: \(findings.joined(separator: "; ")). Nothing was written. Close the store, and open it with the newest version of the program."
        )
    }

    /// The error of a store whose own tables are missing or empty.
    package var lacksDescription: GranaryError {
        error(
            .corrupt,
            "The store lacks the tables in which Granary describes it; it was left untouched. Restore it from a backup."
        )
    }
}
