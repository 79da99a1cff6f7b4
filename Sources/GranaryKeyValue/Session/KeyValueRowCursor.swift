internal import GranaryStore

/// The rows of one answer, read by column directly from the engine's bytes.
///
/// Used by one thread at a time.
final class KeyValueRowCursor: ReaderCursor {
    private let stream: RowStream
    let row: RowReader
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
}
