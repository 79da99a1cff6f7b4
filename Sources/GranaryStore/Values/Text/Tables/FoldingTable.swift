/// A map from code points to the UTF-8 bytes they become, in two steps: a page, then a slot on it.
///
/// Pages without an entry share the first one, so the table is small and a look-up is two array reads.
struct FoldingTable: Sendable {
    /// The result for a code point: where its bytes begin, how many there are, whether they may need reordering.
    struct Slot: Sendable {
        fileprivate(set) var start: UInt32
        fileprivate(set) var count: UInt8
        fileprivate(set) var isMapped = false
        fileprivate(set) var needsOrder = false

        fileprivate static let unchanged = Slot(start: 0, count: 0)
    }

    private var pageNumbers = [UInt16](repeating: 0, count: 0x1100)
    private var slots = [Slot](repeating: .unchanged, count: 256)
    private(set) var bytes: [UInt8] = []

    /// Makes a table; code points that are not Unicode scalars are left out.
    init(entries: [(UInt32, [UInt32])]) {
        let ordered = Set(FoldingTables.orderedMarks.map(\.0))
        for (source, target) in entries {
            set(source, target, needsOrder: target.contains(where: ordered.contains))
        }
        for mark in ordered where !self[mark].isMapped { set(mark, [mark], needsOrder: true) }
    }

    /// The result for a code point.
    subscript(scalar: UInt32) -> Slot {
        guard scalar < 0x11_0000 else { return .unchanged }
        return slots[Int(pageNumbers[Int(scalar >> 8)]) << 8 | Int(scalar & 0xff)]
    }

    private mutating func set(_ source: UInt32, _ target: [UInt32], needsOrder: Bool) {
        guard source < 0x11_0000 else { return }
        let page = Int(source >> 8)
        if pageNumbers[page] == 0 {
            pageNumbers[page] = UInt16(slots.count >> 8)
            slots += repeatElement(.unchanged, count: 256)
        }
        let start = bytes.count
        for scalar in target.compactMap(Unicode.Scalar.init) { bytes += UTF8.encode(scalar) ?? .init() }
        slots[Int(pageNumbers[page]) << 8 | Int(source & 0xff)] = Slot(
            start: UInt32(start), count: UInt8(bytes.count - start), isMapped: true, needsOrder: needsOrder)
    }
}
