internal import Granary

/// What reading a row asks of its table for every value, in memory that does not move.
final class RowShape {
    /// The kinds of the columns.
    let types: UnsafeMutablePointer<AttributeType>
    /// Whether each column belongs to the primary key.
    let isInKey: UnsafeMutablePointer<Bool>
    /// The columns of the primary key.
    let keyColumns: UnsafeMutablePointer<Int>
    /// The column that has a number in the catalogue; -1 for none.
    let columnsByID: UnsafeMutablePointer<Int>
    /// How many numbers there are.
    let idCount: Int
    private let kinds: UnsafeMutablePointer<UInt64>

    init(_ table: TableLayout) {
        types = Self.memory(table.types, or: .bool)
        isInKey = Self.memory(table.isInKey, or: false)
        keyColumns = Self.memory(table.key, or: 0)
        columnsByID = Self.memory(table.columnsByID, or: -1)
        idCount = table.columnsByID.count
        kinds = Self.memory(table.types.map(RecordFormat.kind(of:)), or: 0)
    }

    deinit {
        types.deallocate()
        isInKey.deallocate()
        keyColumns.deallocate()
        columnsByID.deallocate()
        kinds.deallocate()
    }

    /// Whether a field's content can be a value of a column.
    @inline(__always) func fits(_ kind: UInt64, _ column: Int) -> Bool {
        kinds[column] == kind || (kind == RecordFormat.Kind.yes && kinds[column] == RecordFormat.Kind.no)
    }

    /// The elements of an array in memory of their own, which is never empty.
    private static func memory<Element>(
        _ elements: [Element], or filler: Element
    ) -> UnsafeMutablePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        memory.initialize(repeating: filler, count: max(elements.count, 1))
        for (position, element) in elements.enumerated() { memory[position] = element }
        return memory
    }
}
