/// The first byte of a key: the kind of entry.
enum KeySpace {
    /// The store's description of itself.
    static let metadata: UInt8 = 0x00
    /// A row, by its primary key.
    static let row: UInt8 = 0x01
    /// An entry of an index.
    static let index: UInt8 = 0x02
}
