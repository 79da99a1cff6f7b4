/// The tables of all entities of a context's schema, in the order of the schema.
///
/// A table is created at its first use, so that the cost of a unit of work does not depend on the number of models. The
/// sequence skips unused tables, which have no objects.
package final class ObjectTables: Sequence {
    private let schema: Schema
    private let areOfChild: Bool
    @exclusivity(unchecked) private var places: ContiguousArray<ObjectTable?> = []
    @exclusivity(unchecked) private var made: ContiguousArray<ObjectTable> = []
    /// Whether the tables record changes for the undo history.
    var areRecording = false {
        didSet {
            for table in made { table.setRecording(areRecording) }
        }
    }

    /// Starts without tables.
    init(_ schema: Schema, areOfChild: Bool) {
        self.schema = schema
        self.areOfChild = areOfChild
        // `ContiguousArray(repeating:count:)` looks up the metadata of its storage at each call.
        places.append(contentsOf: repeatElement(nil, count: schema.entities.count))
    }

    /// The table of an entity, by the entity's position in the schema.
    package subscript(index: Int) -> ObjectTable { places[index] ?? make(index) }

    /// The table of an entity, if it has been used.
    func used(_ index: Int) -> ObjectTable? { places[index] }

    private func make(_ index: Int) -> ObjectTable {
        let table = ObjectTable(schema.entities[index], inChild: areOfChild)
        table.setRecording(areRecording)
        places[index] = table
        made.insert(table, at: made.firstIndex { $0.entity.index > index } ?? made.endIndex)
        return table
    }

    /// Iterates over the tables that have been used.
    package func makeIterator() -> IndexingIterator<ContiguousArray<ObjectTable>> { made.makeIterator() }
}
