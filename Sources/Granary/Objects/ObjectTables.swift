/// What a context knows of each entity of its schema, in the order of the schema.
///
/// A table is made at its first use, so that a unit of work costs the same however many models there are. Going
/// through them passes over those that were never used: they have no objects.
package final class ObjectTables: Sequence {
    private let schema: Schema
    private let areOfChild: Bool
    private var places: ContiguousArray<ObjectTable?>
    private var made: ContiguousArray<ObjectTable> = []
    /// Whether they note what is changed, so that it can be undone.
    var areRecording = false {
        didSet {
            for table in made { table.setRecording(areRecording) }
        }
    }

    /// Begins without tables.
    init(_ schema: Schema, areOfChild: Bool) {
        self.schema = schema
        self.areOfChild = areOfChild
        places = ContiguousArray(repeating: nil, count: schema.entities.count)
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

    /// Goes through the tables that have been used by now.
    package func makeIterator() -> IndexingIterator<ContiguousArray<ObjectTable>> { made.makeIterator() }
}
