/// The values that a batch update writes in one row.
final class AssignedRow: RowEncodable {
    /// The values by column.
    let values: [(column: Int, value: Value)]

    init(_ values: [(column: Int, value: Value)]) { self.values = values }

    /// Whether a row has all of the values.
    func areStored(in row: any EvaluationRow) throws -> Bool {
        for (column, value) in values {
            do {
                if try row.value(at: column) != value { return false }
            } catch GranaryError.Code.malformed {
                // What cannot be read is replaced by the batch.
                return false
            }
        }
        return true
    }

    func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) {
        for (column, value) in values where properties.contains(entity.columns[column].property) {
            writer.value(value, at: column)
        }
    }
}
