internal import GranaryStore

/// The rows with some keys, in the order of the keys.
///
/// Keys that lie close together are reached by stepping from entry to entry, others are looked up one by one.
final class KeyList: RowSource {
    private let view: ReadView
    private let keys: [[UInt8]]
    private var position = 0
    private let key = KeyValueBuffer()
    private let record = KeyValueBuffer(capacity: 512)
    private var steps: KeySteps?

    /// The number of keys that pay for a cursor: with LevelDB it takes as long as a few look-ups.
    private static let keysForCursor = 16

    /// Finds the rows of complete keys of the engine; `isAscending` says that these ascend and are distinct.
    init(_ view: ReadView, _ keys: [[UInt8]], isAscending: Bool) {
        self.view = view
        self.keys = keys
        if isAscending, keys.count >= Self.keysForCursor { steps = KeySteps(view) }
    }

    func next(into row: RowReader) throws -> Bool {
        while position < keys.count {
            let index = position
            position += 1
            try view.interrupt.check()
            guard try keys[index].withUnsafeBytes(find) else { continue }
            // The reader keeps a pointer to the bytes of the key, so they move to a buffer that stays.
            key.removeAll()
            key.append(keys[index])
            try row.load(key: key.bytes, record: record.bytes)
            return true
        }
        close()
        return false
    }

    /// Copies the record of a key; returns false if there is none.
    private func find(_ wanted: Bytes) throws -> Bool {
        if let steps {
            if let isFound = steps.find(wanted, into: record) { return isFound }
            self.steps = nil
        }
        return try view.get(wanted, into: record)
    }

    func close() {
        position = keys.count
        steps = nil
    }
}
