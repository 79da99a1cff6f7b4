internal import GranaryStore

extension IndexLayout {
    /// Appends the elements of the row key that an entry leads to.
    ///
    /// - Throws: `GranaryError.Code.malformed`.
    @inline(__always) func appendRowKey(
        of key: Bytes, _ value: Bytes, in table: TableLayout, to rowKey: KeyValueBuffer
    ) throws {
        if !value.isEmpty { return rowKey.append(value) }
        if let keyPositions {
            for position in keyPositions {
                let rest = try skip(position, of: key, table)
                guard let length = KeyElement.length(rest) else { throw table.damagedRecord }
                rowKey.append(Bytes(rebasing: rest[..<length]))
            }
        } else {
            rowKey.append(try skip(columns.count, of: key, table))
        }
    }

    /// The bytes after the first elements.
    @inline(__always) private func skip(_ count: Int, of key: Bytes, _ table: TableLayout) throws -> Bytes {
        var rest = key.from(prefix.count)
        for _ in 0..<count {
            guard let length = KeyElement.length(rest) else { throw table.damagedRecord }
            rest = rest.from(length)
        }
        return rest
    }

    /// Appends the key of a row's entry to one buffer, and its value to another.
    @inline(__always) func appendEntry(of row: RowReader, to key: KeyValueBuffer, value: KeyValueBuffer) {
        key.append(prefix)
        var hasNull = false
        let shape = row.shape
        for column in columns {
            let cell = row.cell(at: column)
            if cell.start == nil { hasNull = true }
            if isFolded {
                cell.appendFolded(inKey: shape.isInKey[column], to: key)
                continue
            }
            cell.append(as: shape.types[column], inKey: shape.isInKey[column], to: key)
        }
        let rowKey = row.key.from(row.table.prefix.count)
        if isUnique, !hasNull {
            value.append(rowKey)
        } else if keyPositions == nil {
            key.append(rowKey)
        }
    }
}
