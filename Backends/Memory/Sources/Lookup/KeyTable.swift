internal import FoundationEssentials
internal import Granary

/// Where the rows of a state of a table stand, by their keys: an open-addressing table that never changes.
///
/// A look-up waits for memory twice, for a slot and for the row, where a search of the tree waits at every node.
final class KeyTable: Sendable {
    /// A slot: a word of a key, and the row that has it.
    private struct Slot {
        var word: UInt64
        var row: UnsafeRawPointer?
    }

    /// The rows; keeps them.
    private let tree: RowTree
    /// The column of the key.
    private let column: Int
    private let isInteger: Bool
    nonisolated(unsafe) private let slots: UnsafeMutablePointer<Slot>  // safe: they change in `init` only.
    private let mask: Int
    private let shift: UInt64
    /// How many rows there are.
    var count: Int { tree.count }

    /// How far from its place a key may stand; keys that crowd more are looked for in the tree.
    private static let longestWay = 64

    /// Whether the rows of an order can be found so: by one column of which no key is cut.
    static func serves(_ order: RowOrder) -> Bool {
        order.columns.count == 1 && (order.types == [.integer] || order.types == [.uuid])
    }

    /// Makes the table of the rows of a tree; `nil` where too many keys belong to the same places.
    init?(_ tree: RowTree) {
        guard Self.serves(tree.order), let column = tree.order.columns.first else { return nil }
        self.tree = tree
        self.column = column
        isInteger = tree.order.types == [.integer]
        let bits = max(4, Int.bitWidth - max(1, tree.count * 2 - 1).leadingZeroBitCount)
        mask = 1 << bits - 1
        shift = UInt64(64 - bits)
        slots = .allocate(capacity: mask + 1)
        slots.initialize(repeating: Slot(word: 0, row: nil), count: mask + 1)
        var isCrowded = false
        tree.root.forEachRow { row in
            row._withUnsafeGuaranteedRef { isCrowded = isCrowded || !enter($0, row.toOpaque()) }
        }
        if isCrowded { return nil }
    }

    deinit { slots.deallocate() }

    private func enter(_ row: StoredRow, _ pointer: UnsafeRawPointer) -> Bool {
        let word = row.withCell(at: column) { isInteger ? $0.word : Self.word($0.uuid) }
        var index = place(of: word)
        for _ in 0..<Self.longestWay {
            if slots[index].row == nil {
                slots[index] = Slot(word: word, row: pointer)
                return true
            }
            index = (index + 1) & mask
        }
        return false
    }

    @inline(__always) private func place(of word: UInt64) -> Int {
        let mixed = (word ^ word &>> 32) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed &>> shift)
    }

    @inline(__always) private static func word(_ uuid: UUID) -> UInt64 {
        withUnsafeBytes(of: uuid.uuid) {
            $0.loadUnaligned(as: UInt64.self) &* 0xD6E8_FEB8_6659_FD93
                ^ $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        }
    }

    /// The row with a key, which is kept as long as the table.
    @inline(__always) func find(_ key: ObjectKey) -> Unmanaged<StoredRow>? {
        switch key {
        case .integer(let value):
            isInteger ? find(UInt64(bitPattern: value)) { _ in true } : nil
        case .uuid(let value):
            isInteger ? nil : find(Self.word(value)) { $0.compare(.uuid(value), at: column) == .equal }
        default: nil
        }
    }

    @inline(__always)
    private func find(_ word: UInt64, _ isRight: (StoredRow) -> Bool) -> Unmanaged<StoredRow>? {
        var index = place(of: word)
        while let row = slots[index].row {
            if slots[index].word == word {
                let row = Unmanaged<StoredRow>.fromOpaque(row)
                if row._withUnsafeGuaranteedRef(isRight) { return row }
            }
            index = (index &+ 1) & mask
        }
        return nil
    }
}
