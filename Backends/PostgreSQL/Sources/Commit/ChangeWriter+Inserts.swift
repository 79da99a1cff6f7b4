internal import CPostgreSQL
internal import GranaryStore
internal import GranarySQL

extension ChangeWriter {
    /// Up to this many rows are inserted by a statement, which needs no extra round trip; more are copied in.
    private static var mostInserted: Int { 64 }

    /// Inserts rows.
    mutating func insert(_ batch: InsertBatch) throws {
        let table = try store.table(of: batch.entity)
        guard !batch.rows.isEmpty else { return }
        // COPY is the fastest way for many rows (3.3 µs a row; 5.0 by arrays), but libpq refuses it in a pipeline, so
        // leaving and entering one costs round trips that few rows do not earn.
        if batch.rows.count <= Self.mostInserted {
            var rows = batch.rows[...]
            while !rows.isEmpty { rows = try insertArrays(rows, table) }
        } else {
            try copy(batch, table)
        }
    }

    /// Inserts as many rows as fit in one statement; returns the others.
    private mutating func insertArrays(_ rows: ArraySlice<any RowEncodable>, _ table: EntityTable) throws
        -> ArraySlice<any RowEncodable>
    {
        try interruption.check()
        let writer = ArrayWriter(table)
        var rest = rows
        while writer.size < Self.blockBytes, let row = rest.popFirst() {
            writer.beginRow()
            try row.encode(.all, of: table.entity, into: writer)
            try writer.finishRow()
            guard writer.written == table.entity.columns.count else { throw incomplete(table) }
        }
        var parameters = Parameters()
        for column in table.entity.columns.indices { parameters.append(writer.column(column)) }
        for column in table.entity.foldedIndexes { parameters.append(writer.folded(column)) }
        try parameters.append(.integer(version))
        try connection.send(table.insert, parameters, answer: .checked)
        if table.integerKey >= 0 { record(largest: writer.largest, of: table) }
        return rest
    }

    private mutating func copy(_ batch: InsertBatch, _ table: EntityTable) throws {
        let writer = CopyWriter(table)
        try connection.copy(table.copy) { send in
            for row in batch.rows {
                writer.beginRow()
                try row.encode(.all, of: table.entity, into: writer)
                writer.integer(version, at: table.entity.columns.count)
                guard try writer.finishRow() else { throw incomplete(table) }
                // One call of libpq and one check for interruption for 64 KiB, not for each row.
                if writer.buffer.count >= 1 << 16 {
                    try interruption.check()
                    try send(writer.buffer)
                    writer.removeAll()
                }
            }
            writer.finish()
            try send(writer.buffer)
        }
        if table.integerKey >= 0 { record(largest: writer.largest, of: table) }
    }

    /// Adds missing pairs and removes existing ones.
    func link(_ batch: LinkBatch) throws {
        guard let definition = store.layout.tables.first(where: { $0.name == batch.table.name }) else {
            throw store.place.error(.query, "The table of pairs “\(batch.table.name)” is not in this store.")
        }
        let (first, second) = (batch.table.firstColumns.map(\.type), batch.table.secondColumns.map(\.type))
        for (pairs, text) in [
            (batch.removed, definition.removePairs(first + second)),
            (batch.added, definition.addPairs(first + second)),
        ] where !pairs.isEmpty {
            try interruption.check()
            var parameters = Parameters()
            try parameters.append(keys: pairs.map(\.first), of: first)
            try parameters.append(keys: pairs.map(\.second), of: second)
            try connection.send(text, parameters, answer: .checked)
        }
    }
}

extension TableDefinition {
    private func arrays(_ types: [AttributeType]) -> String {
        types.enumerated().map { "$\($0 + 1)::\(ColumnForm($1).name)[]" }.joined(separator: ", ")
    }

    /// Adds pairs; existing ones stay.
    fileprivate func addPairs(_ types: [AttributeType]) -> String {
        "INSERT INTO \(SQLName.quoted(name)) (\(Self.names(columns.map(\.name)))) SELECT * FROM unnest(\(arrays(types))) ON CONFLICT DO NOTHING"
    }

    /// Removes pairs.
    fileprivate func removePairs(_ types: [AttributeType]) -> String {
        "DELETE FROM \(SQLName.quoted(name)) WHERE (\(Self.names(columns.map(\.name)))) IN (SELECT * FROM unnest(\(arrays(types))))"
    }
}

extension Connection {
    /// Copies rows in; the body passes bytes in the binary form of `COPY`.
    func copy(_ text: String, _ body: (_ send: (ByteBuffer) throws -> Void) throws -> Void) throws {
        try sync()
        try finish()
        try leavePipeline()
        guard PQsendQuery(handle.pointer, text) == 1 else { throw lose(.lost) }
        try beginCopy()
        do {
            try body { try put($0) }
        } catch {
            if isBroken { throw error }
            // The server gives the rows up, and with them the transaction; the error here is the one that counts.
            PQputCopyEnd(handle.pointer, "given up")
            try? endCopy()
            throw error
        }
        guard PQputCopyEnd(handle.pointer, nil) == 1 else { throw lose(.lost) }
        try endCopy()
    }

    private func beginCopy() throws {
        guard let result = try nextResult() else { throw lose(.lost) }
        if PQresultStatus(result.pointer) == PGRES_COPY_IN { return }
        while try nextResult() != nil {}
        throw EngineError(result.pointer)
    }

    private func put(_ buffer: ByteBuffer) throws {
        let bytes = buffer.bytes
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
        guard PQputCopyData(handle.pointer, start, Int32(clamping: bytes.count)) == 1 else {
            throw lose(.lost)
        }
    }

    private func endCopy() throws {
        var failure: EngineError?
        while let result = try nextResult() {
            if PQresultStatus(result.pointer) == PGRES_FATAL_ERROR, failure == nil {
                failure = EngineError(result.pointer)
            }
        }
        guard let failure else { return }
        throw failure.endsConnection ? lose(failure) : failure
    }
}
