internal import FoundationEssentials
internal import GranaryStore

/// Memory in which one row after the other is put together.
///
/// A function that sets a cell does nothing for a column that there is not. Used by one thread at a time.
final class RowScratch {
    private let count: Int
    /// How many bytes kinds and words take.
    private let fixed: Int
    @exclusivity(unchecked) private var memory: UnsafeMutableRawPointer
    @exclusivity(unchecked) private var room: Int
    /// Where the next bytes go.
    @exclusivity(unchecked) private var end: Int
    @exclusivity(unchecked) private var shared: [Value] = []
    /// Whether there are bytes that no cell needs.
    @exclusivity(unchecked) private var isLoose = false

    /// Begins with a row of nulls.
    init(columns count: Int) {
        self.count = count
        fixed = StoredRow.firstWord(count) + count * 8
        room = fixed + StoredRow.largest
        end = fixed
        memory = .allocate(byteCount: room, alignment: 8)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: fixed)
    }

    deinit { memory.deallocate() }

    /// Begins another row of nulls.
    func clear() {
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: StoredRow.firstWord(count))
        end = fixed
        isLoose = false
        if !shared.isEmpty { shared = [] }
    }

    /// Begins with the values of a row, which has as many columns.
    func begin(with row: StoredRow) {
        row.withMemory { bytes, values in
            guard bytes.count >= fixed, let start = bytes.baseAddress else { return clear() }
            reserve(max(0, bytes.count - end))
            memory.copyMemory(from: start, byteCount: bytes.count)
            (end, shared, isLoose) = (bytes.count, values, false)
        }
    }

    /// How many bytes the current row takes at most.
    var byteCount: Int {
        if shared.isEmpty { return end }
        return end + (isLoose ? referred : shared).reduce(0) { $0 + $1.byteCount }
    }

    /// The shared values that a cell refers to.
    private var referred: [Value] {
        (0..<count).compactMap { column in
            guard kind(at: column) == .shared else { return nil }
            let word = memory.load(
                fromByteOffset: StoredRow.firstWord(count) + column * 8, as: UInt64.self)
            return shared.indices.contains(Int(word)) ? shared[Int(word)] : nil
        }
    }

    /// The kind of a cell.
    @inline(__always) func kind(at column: Int) -> CellKind {
        column >= 0 && column < count ? memory.load(fromByteOffset: column, as: CellKind.self) : .null
    }

    /// The text in a cell; `nil` in one without any.
    func text(at column: Int) -> String? {
        let kind = kind(at: column)
        guard kind == .text || kind == .shared else { return nil }
        let word = memory.load(fromByteOffset: StoredRow.firstWord(count) + column * 8, as: UInt64.self)
        if kind == .text { return Cell(kind: kind, word: word, memory: UnsafeRawPointer(memory)).text }
        guard shared.indices.contains(Int(word)), case .text(let text) = shared[Int(word)] else { return nil }
        return text
    }

    /// Sets a cell to null.
    func setNull(at column: Int) { set(0, .null, at: column) }

    /// Sets a cell to a value that fits a word.
    @inline(__always) func set(_ word: UInt64, _ kind: CellKind, at column: Int) {
        guard column >= 0, column < count else { return }
        let old = memory.load(fromByteOffset: column, as: CellKind.self)
        if old != .null, old.hasBytes || old == .shared { isLoose = true }
        memory.storeBytes(of: kind, toByteOffset: column, as: CellKind.self)
        memory.storeBytes(of: word, toByteOffset: StoredRow.firstWord(count) + column * 8, as: UInt64.self)
    }

    /// Sets a cell to bytes, at most ``StoredRow/largest`` of them.
    @inline(__always) func set(_ bytes: UnsafeRawBufferPointer, _ kind: CellKind, at column: Int) {
        if end + bytes.count > room { reserve(bytes.count) }
        if let start = bytes.baseAddress { (memory + end).copyMemory(from: start, byteCount: bytes.count) }
        set(Cell.word(start: end, count: bytes.count), kind, at: column)
        end += bytes.count
    }

    /// Sets a cell to a value that does not lie in the row.
    func share(_ value: Value, at column: Int) {
        set(UInt64(shared.count), .shared, at: column)
        shared.append(value)
    }

    private func reserve(_ more: Int) {
        guard end + more > room else { return }
        room = (end + more) * 2
        let larger = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 8)
        larger.copyMemory(from: memory, byteCount: end)
        memory.deallocate()
        memory = larger
    }

    /// The current row.
    func makeRow(version: Int64) -> StoredRow {
        let memory = UnsafeRawBufferPointer(start: memory, count: end)
        let row = StoredRow.make(memory, count: count, shared: shared, version: version)
        return isLoose ? StoredRow.make(row.values, version: version) : row
    }
}

extension RowScratch {
    /// Sets a cell to any value.
    func set(_ value: Value, at column: Int) {
        switch value {
        case .null: setNull(at: column)
        case .bool(let value): set(value ? 1 : 0, .bool, at: column)
        case .integer(let value): set(UInt64(bitPattern: value), .integer, at: column)
        case .real(let value): set(value.bitPattern, .real, at: column)
        case .date(let value): set(UInt64(bitPattern: value), .date, at: column)
        case .text(let text):
            Bytewise.withBytes(text) { bytes in
                if bytes.count > StoredRow.largest { return share(value, at: column) }
                set(bytes, .text, at: column)
            }
        case .data(let data):
            if data.count > StoredRow.largest { return share(value, at: column) }
            data.withUnsafeBytes { set($0, .data, at: column) }
        case .uuid(let value): withUnsafeBytes(of: value.uuid) { set($0, .uuid, at: column) }
        case .decimal(let value): withUnsafeBytes(of: value) { set($0, .decimal, at: column) }
        }
    }
}

extension Value {
    /// How many bytes a text or data has.
    fileprivate var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .data(let data): data.count
        default: 0
        }
    }
}
