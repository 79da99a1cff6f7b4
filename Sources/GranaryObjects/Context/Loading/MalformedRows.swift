/// The errors of the unreadable rows that one request skips.
final class MalformedRows {
    private(set) var errors: [GranaryError] = []

    /// Notes the error of an unreadable row; throws any other error.
    func collect(_ error: any Error) throws {
        guard let error = error as? GranaryError, error.code == .malformed else { throw error }
        errors.append(error)
    }

    /// Forgets what was noted, before the request is made again.
    func forget() { errors = [] }

    /// Reports the errors noted since the last call.
    func handOver(_ report: (GranaryError) throws -> Void) throws {
        if errors.isEmpty { return }
        let noted = errors
        errors = []
        for error in noted { try report(error) }
    }
}

extension RowCursor {
    /// Moves to the next row, and notes each that the store cannot read; without a place for notes it is an error.
    func advance(noting malformed: MalformedRows?) throws -> Bool {
        while true {
            do {
                return try advance()
            } catch {
                // A store that names the row's key can go on after it; without a key, the whole answer has failed.
                guard let malformed, (error as? GranaryError)?.context.key != nil else { throw error }
                try malformed.collect(error)
            }
        }
    }

    /// An error about the cursor's current row, with the row's entity and, where it can be read, its key.
    func located(_ error: any Error, of entity: Entity) -> any Error {
        // An error without a property means that the row itself could not be read; the cursor may still be on the row
        // before.
        guard var located = error as? GranaryError, located.code == .malformed, located.context.key == nil,
            !located.context.properties.isEmpty
        else { return error }
        located.context.entity = located.context.entity ?? entity.name
        located.context.key = storedKey(of: entity)
        return located
    }

    /// The key of the current row as the store has it, which need not be one that the model can read.
    private func storedKey(of entity: Entity) -> ObjectKey? {
        let parts = entity.keyColumns.map { try? value(at: $0, as: entity.columns[$0].type) }
        return ObjectKey(parts.map { $0 ?? .null })
    }
}

extension ObjectReader {
    /// The objects of all remaining rows, except those that cannot be read.
    func readable<M: Model>(_ type: M.Type, _ malformed: MalformedRows) throws -> [M] {
        var found: [M] = []
        while try row.cursor.advance(noting: malformed) {
            do {
                found.append(try M._object(from: self))
            } catch {
                try malformed.collect(row.cursor.located(error, of: row.entity))
            }
        }
        return found
    }
}
