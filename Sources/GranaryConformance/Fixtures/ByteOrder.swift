/// A text as expectations order it: nil first, then by bytes.
struct ByteOrder: Comparable, Sendable {
    private let bytes: [UInt8]?

    init(_ text: String?) { bytes = text.map { Array($0.utf8) } }

    static func < (left: ByteOrder, right: ByteOrder) -> Bool {
        guard let other = right.bytes else { return false }
        guard let bytes = left.bytes else { return true }
        return bytes.lexicographicallyPrecedes(other)
    }
}
