package import Granary

extension StorePlace {
    /// The error of a store that cannot reserve integer keys for an entity.
    package func refusal(toReserve count: Int, of entity: Entity, isReadOnly: Bool) -> GranaryError {
        error(
            .unsupported,
            isReadOnly
                ? "A read-only store reserves no keys."
                : "\(entity.name) has no integer keys to reserve in a block of \(count).")
    }

    /// The error of a store whose own tables are missing or empty.
    package var lacksDescription: GranaryError {
        error(
            .corrupt,
            "The store lacks the tables in which Granary describes it; it was left untouched. Restore it from a backup."
        )
    }
}
