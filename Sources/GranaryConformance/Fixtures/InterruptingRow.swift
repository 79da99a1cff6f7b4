import Granary

/// A row that calls a closure while it is written, and then writes the values of another one.
final class InterruptingRow: RowEncodable {
    private let row: any RowEncodable
    private let interrupt: @Sendable () -> Void

    init(_ row: any RowEncodable, _ interrupt: @escaping @Sendable () -> Void) {
        self.row = row
        self.interrupt = interrupt
    }

    func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) throws {
        interrupt()
        try row.encode(properties, of: entity, into: writer)
    }
}
