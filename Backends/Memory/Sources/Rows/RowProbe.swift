internal import GranaryStore

/// Something to search for in an order of rows: a key, or the beginning of one.
protocol RowProbe {
    /// The smallest abbreviated key that the row of a match can have.
    var lower: UInt128 { get }
    /// The largest abbreviated key that the row of a match can have.
    var upper: UInt128 { get }
    /// Whether rows with an abbreviated key between those are equal to the probe for sure.
    var isExact: Bool { get }
    /// Compares a row with the probe, by its values.
    func compare(_ row: StoredRow) -> Ordering
}
