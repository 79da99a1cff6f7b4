internal import GranaryStore

/// The table's data that reading and writing need for every value, in memory that does not move.
final class RowShape: @unchecked Sendable {  // safe: written once, before it is shared.
    /// The types of the columns.
    let types: UnsafeMutablePointer<AttributeType>
    /// Whether each column belongs to the primary key.
    let isInKey: UnsafeMutablePointer<Bool>
    /// The number of columns.
    let count: Int
    /// The columns of the primary key.
    let keyColumns: UnsafeMutablePointer<Int>
    /// The number of columns in the primary key.
    let keyCount: Int
    /// The position in a `PropertySet` of the property each column belongs to.
    let properties: UnsafeMutablePointer<Int>
    /// The head of each column's field, without the form of its content.
    let heads: UnsafeMutablePointer<UInt64>
    /// The column of each number in the catalogue; -1 for none.
    let columnsByID: UnsafeMutablePointer<Int>
    /// The size of ``columnsByID``.
    let idCount: Int
    /// The value of each column in rows whose record has none.
    let initial: UnsafeMutablePointer<Cell>
    /// Whether there is such a value.
    private(set) var hasInitial = false
    private let kinds: UnsafeMutablePointer<UInt64>

    /// Copies the columns, the key columns, the numbers in the catalogue, and the columns by number.
    init(columns: [Column], key: [Int], ids: [Int], columnsByID: [Int]) {
        types = Self.memory(columns.map(\.type), or: .bool)
        isInKey = Self.memory(columns.indices.map(key.contains), or: false)
        count = columns.count
        keyColumns = Self.memory(key, or: 0)
        keyCount = key.count
        properties = Self.memory(columns.map(\.property), or: 0)
        heads = Self.memory(ids.map { UInt64($0) << 3 }, or: 0)
        self.columnsByID = Self.memory(columnsByID, or: -1)
        idCount = columnsByID.count
        kinds = Self.memory(columns.map { RecordFormat.kind(of: $0.type) }, or: 0)
        initial = Self.memory(columns.map { _ in Cell() }, or: Cell())
    }

    /// Copies the value that a column has in rows whose record has none; called before the shape is shared.
    func setInitial(_ cell: Cell, of column: Int) {
        guard let start = cell.start else { return }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(cell.count, 1), alignment: 1)
        memory.copyMemory(from: start, byteCount: cell.count)
        initial[column].start.map { UnsafeMutableRawPointer(mutating: $0).deallocate() }
        initial[column] = Cell(memory, cell.count)
        hasInitial = true
    }

    deinit {
        types.deallocate()
        isInKey.deallocate()
        keyColumns.deallocate()
        properties.deallocate()
        heads.deallocate()
        columnsByID.deallocate()
        kinds.deallocate()
        for column in 0..<count {
            initial[column].start.map { UnsafeMutableRawPointer(mutating: $0).deallocate() }
        }
        initial.deallocate()
    }

    /// Whether a field with a form of content can hold a value of a column.
    @inline(__always) func fits(_ kind: UInt64, _ column: Int) -> Bool {
        kinds[column] == kind || (kind == RecordFormat.Kind.yes && kinds[column] == RecordFormat.Kind.no)
    }

    /// Copies an array into separate memory, which is never empty.
    private static func memory<Element>(
        _ elements: [Element], or filler: Element
    ) -> UnsafeMutablePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        memory.initialize(repeating: filler, count: max(elements.count, 1))
        for (position, element) in elements.enumerated() { memory[position] = element }
        return memory
    }
}
