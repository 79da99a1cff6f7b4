import FoundationEssentials
import Granary

/// Estimates the bytes that a row holds in memory, as ``CacheSize`` describes.
enum RowBytes {
    /// What leads to a row: its object, and its place in the dictionary and in the order of use.
    private static let places = 200

    /// The bytes of a snapshot.
    static func of<Snapshot: ModelSnapshot>(_ snapshot: Snapshot, _ entity: Entity) -> Int {
        let counter = BufferCounter()
        // A value that no store can hold did not come from one.
        try? snapshot.encode(.all, of: entity, into: counter)
        return places + MemoryLayout<Snapshot>.size + counter.bytes
    }
}

/// Counts the bytes that columns hold outside of their snapshot.
private final class BufferCounter: ColumnWriter {
    /// The header of a text or of bytes in memory.
    private static let header = 32
    /// Texts and bytes up to this length are within their snapshot.
    private static let inline = 14

    private(set) var bytes = 0

    private func add(_ count: Int) { if count > Self.inline { bytes += count + Self.header } }

    func null(at column: Int) {}
    func bool(_ value: Bool, at column: Int) {}
    func integer(_ value: Int64, at column: Int) {}
    func real(_ value: Double, at column: Int) {}
    func text(_ value: String, at column: Int) { add(value.utf8.count) }
    func data(_ value: Data, at column: Int) { add(value.count) }
    func date(_ value: Int64, at column: Int) {}
    func uuid(_ value: UUID, at column: Int) {}
    func decimal(_ value: Decimal, at column: Int) {}
}
