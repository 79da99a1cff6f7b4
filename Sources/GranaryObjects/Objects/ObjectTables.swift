/// The tables of all entities of a context's schema, in the order of the schema.
///
/// A table is created at its first use, so that the cost of a unit of work does not depend on the number of models. The
/// sequence skips unused tables, which have no objects.
@usableFromInline package final class ObjectTables: Sequence {
    /// The schema of the stack.
    package let schema: Schema
    /// Whether the objects are read from a parent context, which does not report its changes.
    let areOfChild: Bool
    /// The graph of the objects, to which they get a link.
    unowned(unsafe) var graph: ObjectGraph?  // safe: its deinit empties this.
    /// The link, once an object has entered since the last reset.
    @exclusivity(unchecked) private var madeLink: GraphLink?
    /// Whether any table has kept its lists of relationships to many up to date since the last reset.
    @exclusivity(unchecked) private(set) var keepsLists = false
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
    @usableFromInline package func makeIterator() -> IndexingIterator<ContiguousArray<ObjectTable>> {
        made.makeIterator()
    }

    /// The link from the objects to their graph.
    @usableFromInline package var link: GraphLink {
        if let madeLink { return madeLink }
        let link = GraphLink(graph)
        madeLink = link
        return link
    }

    /// Whether an object may have entered since the link was cut.
    var areLinked: Bool { madeLink != nil }

    /// Cuts the link from all objects to their graph.
    func dropLink() {
        for table in self { table.endLoneBatch() }
        madeLink?.cut()
        madeLink = nil
    }

    /// The batch of objects that were not fetched together: relationships are loaded for each of them alone.
    @usableFromInline package func loneBatch(_ table: ObjectTable) -> LoadBatch { table.loneBatch(link) }

    /// The table of an object of the context.
    package func table(of object: any Model) -> ObjectTable? {
        guard let batch = object._objectState.batch, batch.link === madeLink else { return nil }
        return self[batch.entity.index]
    }

    /// Whether an object is in the context.
    func hold(_ object: any Model) -> Bool {
        guard let batch = object._objectState.batch else { return false }
        return batch.link === madeLink
    }

    /// Begins to keep the lists of a table's objects up to date.
    func beginKeepingLists(of table: ObjectTable) {
        table.beginKeepingLists()
        keepsLists = true
    }

    /// Drops the lists of every relationship to many of the loaded objects.
    func dropMembers() {
        for table in self where table.toManyCount > 0 { table.dropMembers() }
        keepsLists = false
    }
}
