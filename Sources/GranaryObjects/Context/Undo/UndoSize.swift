internal import FoundationEssentials

/// Estimates how much memory a step to undo holds: its values and the structures around them.
///
/// Neither the objects themselves nor memory that several steps share is counted; the estimate errs on the high side.
struct UndoSize {
    let schema: Schema

    /// A change's share of the step: references, states and the set of properties.
    private static let change = 160
    /// A pair's share of the step.
    private static let pair = 96
    /// The overhead of a text or of bytes in memory.
    private static let buffer = 32
    /// Texts and bytes up to this length are within their snapshot.
    private static let inline = 14

    /// The bytes of a step.
    func bytes(of step: UndoStep) -> Int {
        let objects = step.objects.reduce(0) { $0 + size(of: $1) }
        return Self.change + objects + step.links.count * Self.pair
    }

    private func size(of change: UndoStep.ObjectChange) -> Int {
        switch (change.before, change.after) {
        // The other values are those of the state before.
        case (.present(let before), .present(let after)):
            Self.change + size(of: before, .all) + size(of: after, change.properties)
        case (.present(let only), .absent), (.absent, .present(let only)):
            Self.change + size(of: only, .all)
        case (.absent, .absent): Self.change
        }
    }

    private func size<Snapshot: ModelSnapshot>(of snapshot: Snapshot, _ properties: PropertySet) -> Int {
        let counter = ByteCounter()
        if let entity = schema.entity(of: Snapshot.Object.self) {
            // A value that no store can hold is not counted.
            try? snapshot.encode(properties, of: entity, into: counter)
        }
        return MemoryLayout<Snapshot>.size + counter.bytes
    }

    /// Counts the bytes that columns hold outside of their snapshot.
    private final class ByteCounter: ColumnWriter {
        private(set) var bytes = 0

        private func add(_ count: Int) { if count > UndoSize.inline { bytes += count + UndoSize.buffer } }

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
}
