internal import FoundationEssentials
internal import GranaryStore

/// Where the rows of a state of a table stand, by their keys: an open-addressing table that never changes.
///
/// A look-up waits for memory twice, for a slot and for the row, where a search of the tree waits at every node.
final class KeyTable: Sendable {
    /// The rows; keeps them.
    private let tree: RowTree
    /// The column of the key.
    private let column: Int
    private let isInteger: Bool
    nonisolated(unsafe) private let slots: UnsafeMutablePointer<KeySlot>  // safe: they change in `init` only.
    private let capacity: Int
    /// How many rows there are.
    var count: Int { tree.count }

    /// How far from its place a key may be; keys that are further away are looked up in the tree.
    private static let longestWay = 256

    /// Whether the rows of an order can be found so: by one column without cut keys.
    static func serves(_ order: RowOrder) -> Bool {
        order.columns.count == 1 && (order.types == [.integer] || order.types == [.uuid])
    }

    /// Makes the table of the rows of a tree; `nil` where too many keys belong to the same places.
    init?(_ tree: RowTree) {
        guard Self.serves(tree.order), let column = tree.order.columns.first else { return nil }
        self.tree = tree
        self.column = column
        isInteger = tree.order.types == [.integer]
        // Two of three slots are taken, so that there is always an empty one.
        capacity = tree.count + tree.count / 2 + 8
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: .empty, count: capacity)
        var isCrowded = false
        tree.root.forEachRow { row in
            row._withUnsafeGuaranteedRef { isCrowded = isCrowded || !enter($0, row.toOpaque()) }
        }
        if isCrowded { return nil }
    }

    deinit { slots.deallocate() }

    private func enter(_ row: StoredRow, _ pointer: UnsafeRawPointer) -> Bool {
        let mixed = Self.mix(row.withCell(at: column) { isInteger ? $0.word : Self.word($0.uuid) })
        guard let slot = KeySlot(mixed, pointer) else { return false }
        var index = place(of: mixed)
        for _ in 0..<Self.longestWay {
            if slots[index].row == nil {
                slots[index] = slot
                return true
            }
            index = following(index)
        }
        return false
    }

    @inline(__always) private static func mix(_ word: UInt64) -> UInt64 {
        (word ^ word &>> 32) &* 0x9E37_79B9_7F4A_7C15
    }

    @inline(__always) private func place(of mixed: UInt64) -> Int {
        Int(truncatingIfNeeded: mixed.multipliedFullWidth(by: UInt64(truncatingIfNeeded: capacity)).high)
    }

    @inline(__always) private func following(_ index: Int) -> Int { index &+ 1 == capacity ? 0 : index &+ 1 }

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
            guard isInteger else { return nil }
            let word = UInt64(bitPattern: value)
            return find(word) { row in row.withCell(at: column) { $0.word == word } }
        case .uuid(let value):
            guard !isInteger else { return nil }
            return find(Self.word(value)) { $0.compare(.uuid(value), at: column) == .equal }
        default: return nil
        }
    }

    @inline(__always)
    private func find(_ word: UInt64, _ isRight: (StoredRow) -> Bool) -> Unmanaged<StoredRow>? {
        let mixed = Self.mix(word)
        var index = place(of: mixed)
        while let row = slots[index].row {
            if slots[index].mayHold(mixed), row._withUnsafeGuaranteedRef(isRight) { return row }
            index = following(index)
        }
        return nil
    }
}

/// A slot: the address of a row, and some bits of its key, in one word.
///
/// Small slots keep the table in the processor's cache.
struct KeySlot {
    private let word: UInt64

    static let empty = KeySlot(word: 0)

    private init(word: UInt64) { self.word = word }

    /// The bits of a place in memory: rows lie at multiples of 16 below 2⁴⁸.
    private static let pointerBits = UInt64(44)
    private static let pointerMask = UInt64(1) << pointerBits - 1

    /// Makes a slot; `nil` for a row whose address does not fit such a word.
    init?(_ mixed: UInt64, _ row: UnsafeRawPointer) {
        let place = UInt64(UInt(bitPattern: row))
        guard place & 15 == 0, place &>> 4 <= Self.pointerMask else { return nil }
        word = mixed &<< Self.pointerBits | place &>> 4
    }

    /// Whether the bits of a key are those of the slot's.
    @inline(__always) func mayHold(_ mixed: UInt64) -> Bool {
        (word ^ mixed &<< Self.pointerBits) & ~Self.pointerMask == 0
    }

    /// The row; `nil` where the slot is empty.
    @inline(__always) var row: Unmanaged<StoredRow>? {
        let place = UInt(truncatingIfNeeded: (word & Self.pointerMask) &<< 4)
        return UnsafeRawPointer(bitPattern: place).map { .fromOpaque($0) }
    }
}
