internal import FoundationEssentials
internal import GranaryStore

/// Writes rows column by column, so that each column is sent as one array.
final class ArrayWriter: ColumnWriter {
    private var columns: [ArrayColumn]
    /// The folded texts of columns that have an index of them.
    private var folds: [Int: ArrayColumn] = [:]
    private let isJSON: [Bool]
    private let watched: Int
    private let entity: Entity
    /// How many bytes the values of all finished rows have.
    private(set) var size = 0
    private var failure: (any Error)?
    /// How many columns of the current row have been written.
    private(set) var written = 0
    /// The largest value written to the key of one integer.
    private(set) var largest = Int64.min

    /// Makes a writer for the rows of an entity.
    init(_ table: EntityTable) {
        columns = table.entity.columns.map { ArrayColumn($0.type) }
        isJSON = table.entity.columns.map { $0.type == .json }
        watched = table.integerKey
        entity = table.entity
        for column in table.entity.foldedIndexes { folds[column] = ArrayColumn(.text) }
    }

    /// Begins the next row.
    func beginRow() { written = 0 }

    /// Ends a row.
    ///
    /// - Throws: the error of its values.
    func finishRow() throws {
        if let failure {
            self.failure = nil
            throw failure
        }
        let before = size
        size = columns.reduce(0) { $0 &+ $1.size }
        if let failure = NotStorable.tooLarge(size - before, entity) { throw failure }
    }

    /// Whether a value is of a size that can be stored; asked before it is copied.
    private func fits(_ bytes: Int, _ column: Int) -> Bool {
        guard let tooLarge = NotStorable.tooLarge(bytes, entity, column: column) else { return true }
        failure = tooLarge
        return false
    }

    /// The values of a column.
    func column(_ position: Int) -> ArrayColumn { columns[position] }

    /// The folded texts of a column that has an index of them.
    func folded(_ column: Int) -> ArrayColumn { folds[column] ?? ArrayColumn(.text) }

    private func write(_ column: Int, _ body: (inout ByteBuffer) throws -> Void) {
        guard columns.indices.contains(column) else { return }
        written += 1
        do {
            try columns[column].append(body)
        } catch { failure = error }
    }

    func null(at column: Int) {
        guard columns.indices.contains(column) else { return }
        written += 1
        columns[column].appendNull()
        if !folds.isEmpty { folds[column]?.appendNull() }
    }

    func bool(_ value: Bool, at column: Int) { write(column) { $0.append(bool: value) } }

    func integer(_ value: Int64, at column: Int) {
        if column == watched, value > largest { largest = value }
        write(column) { $0.append(value) }
    }

    func real(_ value: Double, at column: Int) {
        if value.isNaN { failure = NotStorable.nan }
        write(column) { $0.append(real: value) }
    }

    func text(_ value: String, at column: Int) {
        guard fits(value.utf8.count, column) else { return }
        let isJSON = isJSON.indices.contains(column) && isJSON[column]
        write(column) { if isJSON { $0.append(json: value) } else { $0.append(text: value) } }
        if !folds.isEmpty { folds[column]?.append { $0.append(text: Entity.folded(value)) } }
    }

    func data(_ value: Data, at column: Int) {
        if fits(value.count, column) { write(column) { $0.append(data: value) } }
    }
    func date(_ value: Int64, at column: Int) { write(column) { $0.append(date: value) } }
    func uuid(_ value: UUID, at column: Int) { write(column) { $0.append(uuid: value) } }
    func decimal(_ value: Decimal, at column: Int) { write(column) { try $0.append(decimal: value) } }
}
