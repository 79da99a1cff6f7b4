/// A number of rows, and the bytes that they hold: how much a cache keeps, or may keep.
///
/// Bytes are an estimate: the values as their type lays them out, the texts and bytes behind them, and 200 bytes for the
/// places that lead to a row.
public struct CacheSize: Sendable, Hashable {
    /// The number of rows.
    public var rows: Int
    /// The bytes of the rows.
    public var bytes: Int

    /// Makes a size; a limit that is not given is none.
    public init(rows: Int = .max, bytes: Int = .max) {
        self.rows = max(rows, 0)
        self.bytes = max(bytes, 0)
    }

    /// Nothing.
    public static let zero = CacheSize(rows: 0, bytes: 0)

    /// Whether both are at most those of another size.
    public func fits(in most: CacheSize) -> Bool { rows <= most.rows && bytes <= most.bytes }

    /// A part of it, from 0 to 1; a number beyond counts as the nearer of these, and one that is none as 0.
    func part(_ share: Double) -> CacheSize {
        let share = share > 0 ? min(share, 1) : 0
        return CacheSize(
            rows: Self.part(share, of: rows), bytes: Self.part(share, of: bytes))
    }

    private static func part(_ share: Double, of number: Int) -> Int {
        // A large number is rounded up where it becomes one with fractions.
        Int(exactly: (Double(number) * share).rounded(.down)).map { min($0, number) } ?? number
    }
}
