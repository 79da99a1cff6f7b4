/// The errors of the unreadable rows that one request skips.
final class MalformedRows {
    private(set) var errors: [GranaryError] = []

    /// Notes the error of an unreadable row; throws any other error.
    func collect(_ error: any Error) throws {
        guard let error = error as? GranaryError, error.code == .malformed else { throw error }
        errors.append(error)
    }

    /// Reports the errors noted since the last call.
    func handOver(_ report: (GranaryError) throws -> Void) throws {
        let noted = errors
        errors = []
        for error in noted { try report(error) }
    }
}

extension RowCursor {
    /// An error about the cursor's current row, with the row's entity and, where it can be read, its key.
    func located<M: Model>(_ error: any Error, _ type: M.Type, _ entity: Entity) -> any Error {
        // An error without a property means that the row itself could not be read; the cursor may still be on the row
        // before.
        guard var located = error as? GranaryError, located.code == .malformed, located.context.key == nil,
            !located.context.properties.isEmpty
        else { return error }
        located.context.entity = located.context.entity ?? entity.name
        located.context.key = try? M._key(in: Row(self, of: entity)).objectKey
        return located
    }
}

extension ObjectReader {
    /// The objects of all remaining rows, except those that cannot be read.
    func readable<M: Model>(_ type: M.Type, _ malformed: MalformedRows) throws -> [M] {
        var found: [M] = []
        while try row.cursor.advance() {
            do {
                found.append(try M._object(from: self))
            } catch {
                try malformed.collect(row.cursor.located(error, type, row.entity))
            }
        }
        return found
    }
}
