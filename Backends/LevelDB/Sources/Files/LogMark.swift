/// The mark at the beginning of each write, which identifies the store of a log: LevelDB's own files do not.
///
/// It is an entry like others, next to those of the store's own description. Writes of earlier versions have none.
struct LogMark: Sendable, Hashable {
    /// The key of the entry: the space of the store's own description, and a name in it.
    static let key: [UInt8] = [0] + Array("log".utf8)

    /// The value of the entry.
    let value: [UInt8]

    /// Makes the mark of the store with an identity (FNV-1a of its text).
    init(_ identity: String) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in identity.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        value = withUnsafeBytes(of: hash.bigEndian) { Array($0) }
    }

    /// How many bytes of a write are read: its number, its count, and its first entry.
    static let length = 12 + 2 + key.count + 1 + 8

    /// Whether the beginning of a write has the mark of another store.
    func isForeign(_ write: some Collection<UInt8>) -> Bool {
        let bytes = Array(write.prefix(Self.length))
        // An entry that sets a value, the length of its key, the key, and the length of its value.
        let head = [1, UInt8(Self.key.count)] + Self.key + [8]
        guard bytes.count == Self.length, bytes[12..<(12 + head.count)].elementsEqual(head) else {
            return false
        }
        return !bytes[(12 + head.count)...].elementsEqual(value)
    }
}
