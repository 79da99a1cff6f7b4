internal import FoundationEssentials
package import GranaryStore

/// Estimates the bytes that values hold in memory.
package enum SnapshotBytes {
    /// The bytes of some properties of a snapshot, with the snapshot itself; a value that no store can hold counts nothing.
    ///
    /// - Complexity: O(properties).
    package static func of<Snapshot: ModelSnapshot>(
        _ snapshot: Snapshot, _ properties: PropertySet = .all, in entity: Entity
    ) -> Int {
        let counter = BufferCounter()
        try? snapshot.encode(properties, of: entity, into: counter)
        return MemoryLayout<Snapshot>.size + counter.bytes
    }
}

/// Counts the bytes that columns hold outside of their snapshot.
private final class BufferCounter: ColumnWriter {
    /// The overhead of a text or of bytes in memory.
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
