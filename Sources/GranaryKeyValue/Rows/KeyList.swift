internal import Granary

/// The rows with some keys.
final class KeyList: RowSource {
    private let view: ReadView
    private let keys: [[UInt8]]
    private let record = KeyValueBuffer(capacity: 512)
    private var position = 0

    /// Finds the rows in the order of the given keys, which are complete keys of the engine.
    init(_ view: ReadView, _ keys: [[UInt8]]) {
        self.view = view
        self.keys = keys
    }

    func next(into row: RowReader) throws -> Bool {
        while position < keys.count {
            let index = position
            position += 1
            try view.interrupt.check()
            guard try keys[index].withUnsafeBytes({ try view.get($0, into: record) }) else { continue }
            // The reader keeps a pointer to the bytes of the key, so they move to a buffer that stays.
            key.removeAll()
            key.append(keys[index])
            try row.load(key: key.bytes, record: record.bytes)
            return true
        }
        return false
    }

    private let key = KeyValueBuffer()

    func close() { position = keys.count }
}
