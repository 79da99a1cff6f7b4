internal import FoundationEssentials
internal import Granary

/// The rows of one answer, read by column directly from the engine's bytes.
///
/// Used by one thread at a time.
final class KeyValueRowCursor: RowCursor {
    private let stream: RowStream
    private let row: RowReader
    private let view: ReadView

    init(_ stream: RowStream, _ view: ReadView) {
        self.stream = stream
        self.view = view
        row = stream.row
    }

    deinit { stream.close() }

    func advance() throws -> Bool {
        guard !view.isOver else {
            close()
            return false
        }
        return try stream.next()
    }

    func close() { stream.close() }

    func isNull(at column: Int) -> Bool { row.isNull(at: column) }
    func bool(at column: Int) throws -> Bool { try row.bool(at: column) }
    func integer(at column: Int) throws -> Int64 { try row.integer(at: column) }
    func real(at column: Int) throws -> Double { try row.real(at: column) }
    func text(at column: Int) throws -> String { try row.text(at: column) }
    func data(at column: Int) throws -> Data { try row.data(at: column) }
    func date(at column: Int) throws -> Int64 { try row.date(at: column) }
    func uuid(at column: Int) throws -> UUID { try row.uuid(at: column) }
    func decimal(at column: Int) throws -> Decimal { try row.decimal(at: column) }
}
