internal import Granary

extension ChangeWriter {
    /// So many rows go in one statement.
    static var blockSize: Int { 5_000 }

    /// Changes rows, those that change the same properties together.
    func update(_ batch: UpdateBatch) throws {
        let table = try store.table(of: batch.entity)
        var groups: [PropertySet: [UpdateBatch.Row]] = [:]
        var order: [PropertySet] = []
        for row in batch.rows {
            if groups[row.properties] == nil { order.append(row.properties) }
            groups[row.properties, default: []].append(row)
        }
        for properties in order {
            let rows = groups[properties] ?? []
            var start = rows.startIndex
            while start < rows.endIndex {
                let end = min(start + Self.blockSize, rows.endIndex)
                try update(rows[start..<end], properties, table)
                start = end
            }
        }
    }

    private func update(_ rows: ArraySlice<UpdateBatch.Row>, _ properties: PropertySet, _ table: EntityTable)
        throws
    {
        try interruption.check()
        let columns = table.changeableColumns(of: properties)
        var written = properties
        for column in table.entity.keyColumns { written.remove(table.entity.columns[column].property) }
        let writer = ArrayWriter(table)
        for row in rows {
            writer.beginRow()
            try row.source.encode(written, of: table.entity, into: writer)
            try writer.finishRow()
            guard writer.written == columns.count else { throw incomplete(table) }
        }
        var parameters = Parameters()
        try parameters.append(keys: rows.map(\.key), of: table.keyTypes)
        for column in columns { parameters.append(writer.column(column)) }
        try parameters.append(.integer(version))
        try connection.send(table.update(columns), parameters, answer: .checked)
    }

    func incomplete(_ table: EntityTable) -> GranaryError {
        GranaryError(
            .invalidObject,
            "A row of \(table.entity.name) did not write every column once, so it was not saved; correct its `encode`.",
            context: .init(entity: table.entity.name))
    }
}
