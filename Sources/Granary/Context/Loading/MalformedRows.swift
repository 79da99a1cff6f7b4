/// The errors of rows that one request passes over.
final class MalformedRows {
    private(set) var errors: [GranaryError] = []

    /// Notes a row that cannot be read; throws whatever else is wrong.
    func note(_ error: any Error) throws {
        guard let error = error as? GranaryError, error.code == .malformed else { throw error }
        errors.append(error)
    }

    /// Hands over the errors that were noted since the last time.
    func handOver(_ report: (GranaryError) throws -> Void) throws {
        let noted = errors
        errors = []
        for error in noted { try report(error) }
    }
}

extension RowCursor {
    /// An error about the row that the cursor stands on, with the entity and, where it can be read, the key of the
    /// row.
    func located<M: Model>(_ error: any Error, _ type: M.Type, _ entity: Entity) -> any Error {
        // Without a property the row itself could not be read, and the cursor may stand on the one before.
        guard var located = error as? GranaryError, located.code == .malformed, located.context.key == nil,
            !located.context.properties.isEmpty
        else { return error }
        located.context.entity = located.context.entity ?? entity.name
        located.context.key = try? M.key(in: Row(self, of: entity)).objectKey
        return located
    }
}

extension ObjectReader {
    /// The objects of all rows that are left, except those that cannot be read.
    func readable<M: Model>(_ type: M.Type, _ malformed: MalformedRows) throws -> [M] {
        var found: [M] = []
        while try row.cursor.advance() {
            do {
                found.append(try M.object(from: self))
            } catch {
                try malformed.note(row.cursor.located(error, type, row.entity))
            }
        }
        return found
    }
}
