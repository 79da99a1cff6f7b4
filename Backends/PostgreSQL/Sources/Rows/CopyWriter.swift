internal import FoundationEssentials
internal import GranaryStore

/// Writes rows in the binary form of `COPY`: the number of fields, then each with its length.
///
/// Rows usually write their columns in order, which is the order of the form; a row that does not is put in order
/// at its end.
final class CopyWriter: ColumnWriter {
    /// The bytes that have been written and not been sent.
    private(set) var buffer = ByteBuffer(capacity: 1 << 17)
    private let columnCount: Int
    private let isJSON: [Bool]
    private let watched: Int
    private let entity: Entity
    private var starts: [Int]
    private var rowStart = 0
    private var written = 0
    private var isOrdered = true
    /// For each column with an index of folded texts, that of the current row; `nil` for null.
    private var folds: [(column: Int, text: String?)]
    private var failure: (any Error)?
    /// The largest value written to the key of one integer.
    private(set) var largest = Int64.min

    /// Makes a writer for the rows of an entity, and writes the header of the form.
    init(_ table: EntityTable) {
        columnCount = table.entity.columns.count + 1
        isJSON = table.entity.columns.map { $0.type == .json } + [false]
        watched = table.integerKey
        entity = table.entity
        folds = table.entity.foldedIndexes.map { ($0, nil) }
        starts = Array(repeating: 0, count: columnCount)
        for byte in Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] { buffer.append(byte) }
        buffer.append(Int32(0))
        buffer.append(Int32(0))
    }

    /// Begins the next row.
    func beginRow() {
        rowStart = buffer.count
        (written, isOrdered) = (0, true)
        buffer.append(Int16(truncatingIfNeeded: columnCount + folds.count))
        for fold in folds.indices { folds[fold].text = nil }
    }

    /// Ends a row; false when it did not write every column once.
    ///
    /// - Throws: the error of its values.
    func finishRow() throws -> Bool {
        if let failure {
            self.failure = nil
            throw failure
        }
        if let failure = NotStorable.tooLarge(buffer.count - rowStart, entity) { throw failure }
        guard written == columnCount, isOrdered || putInOrder() else { return false }
        for fold in folds {
            guard let text = fold.text else {
                buffer.append(Int32(-1))
                continue
            }
            buffer.appendField { $0.append(text: text) }
        }
        return true
    }

    /// Writes the end of the form.
    func finish() { buffer.append(Int16(-1)) }

    /// Discards the sent bytes.
    func removeAll() { buffer.removeAll() }

    @inline(__always) private func begin(_ column: Int) -> Bool {
        guard starts.indices.contains(column) else { return false }
        if column != written { isOrdered = false }
        starts[column] = buffer.count
        written &+= 1
        return true
    }

    /// Whether a value is of a size that can be stored; asked before it is copied.
    private func fits(_ bytes: Int, _ column: Int) -> Bool {
        guard let tooLarge = NotStorable.tooLarge(bytes, entity, column: column) else { return true }
        failure = tooLarge
        return false
    }

    private func putInOrder() -> Bool {
        let row = Array(buffer.bytes[(rowStart + 2)...])
        guard Set(starts).count == columnCount, starts.allSatisfy({ $0 >= rowStart + 2 }) else {
            return false
        }
        buffer.cut(to: rowStart + 2)
        row.withUnsafeBytes { bytes in
            for start in starts {
                let offset = start - rowStart - 2
                let length = Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
                let size = 4 + max(0, Int(length))
                buffer.append(UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + size)]))
            }
        }
        return true
    }

    func null(at column: Int) {
        if begin(column) { buffer.append(Int32(-1)) }
    }

    func bool(_ value: Bool, at column: Int) {
        guard begin(column) else { return }
        buffer.append(Int32(1))
        buffer.append(bool: value)
    }

    func integer(_ value: Int64, at column: Int) {
        guard begin(column) else { return }
        if column == watched, value > largest { largest = value }
        buffer.append(Int32(8))
        buffer.append(value)
    }

    func real(_ value: Double, at column: Int) {
        guard begin(column) else { return }
        if value.isNaN { failure = NotStorable.nan }
        buffer.append(Int32(8))
        buffer.append(real: value)
    }

    func text(_ value: String, at column: Int) {
        guard fits(value.utf8.count, column), begin(column) else { return }
        if isJSON[column] { return buffer.appendField { $0.append(json: value) } }
        for fold in folds.indices where folds[fold].column == column {
            folds[fold].text = Entity.folded(value)
        }
        buffer.appendField { $0.append(text: value) }
    }

    func data(_ value: Data, at column: Int) {
        guard fits(value.count, column), begin(column) else { return }
        buffer.appendField { $0.append(data: value) }
    }

    func date(_ value: Int64, at column: Int) {
        guard begin(column) else { return }
        buffer.append(Int32(8))
        buffer.append(date: value)
    }

    func uuid(_ value: UUID, at column: Int) {
        guard begin(column) else { return }
        buffer.append(Int32(16))
        buffer.append(uuid: value)
    }

    func decimal(_ value: Decimal, at column: Int) {
        guard begin(column) else { return }
        do {
            try buffer.appendField { try $0.append(decimal: value) }
        } catch { failure = error }
    }
}
