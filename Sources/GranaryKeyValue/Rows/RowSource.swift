internal import GranaryStore

/// Rows, one after the other.
///
/// Used by one thread at a time.
protocol RowSource: AnyObject {
    /// Loads the next row into the reader, valid until the next call; returns false after the last one.
    func next(into row: RowReader) throws -> Bool
    /// Releases the engine's resources; there are no more rows.
    func close()
}

extension TableLayout {
    /// The error for an index entry that leads to no row.
    var missingRow: GranaryError {
        GranaryError(
            .corrupt,
            "An index of \(name) names a row that is not there; the store is damaged. Restore it from a backup.",
            context: .init(entity: name))
    }
}
