/// Makes the objects of a context from the rows of a cursor, one object per key.
///
/// Models use it through `objects(from:)` and `object(from:)`, so that the compiler specializes this code for each
/// model and reads columns straight into properties. It is noncopyable, so that references to its parts are counted
/// once and not for each row.
@_documentation(visibility: private)
public struct ObjectReader: ~Copyable {
    /// The current row of the cursor.
    @usableFromInline package let row: Row
    @usableFromInline let table: ObjectTable
    @usableFromInline let batch: LoadBatch

    /// Makes a reader for rows of the table's entity; new objects become members of the batch.
    @inlinable package init(
        _ cursor: consuming any RowCursor, _ table: ObjectTable, _ batch: consuming LoadBatch
    ) {
        row = Row(cursor, of: table.entity)
        self.table = table
        self.batch = batch
    }

    /// Makes or refreshes the objects of all remaining rows, in their order.
    @inlinable public func objects<M: Model>(_ type: M.Type) throws -> [M] {
        var found: [M] = []
        while try row.cursor.advance() { found.append(try object(type)) }
        return found
    }

    /// Makes or refreshes the object of the cursor's current row.
    @inlinable public func object<M: Model>(_ type: M.Type) throws -> M {
        // Read the version first: the key is then the last column read here, and the first one that the object reads.
        let version = try row.cursor.integer(at: table.versionColumn)
        let bits = try M._keyBits(in: row)
        guard let present = table.map.object(bits) else { return try make(type, bits, version) }
        let object = unsafeDowncast(present, to: type)  // safe: the map holds this type only.
        if object._objectState.version != version { try refresh(object, version) }
        if !batch.isLone, object._objectState.isApart(from: batch) { join(object) }
        return object
    }

    /// Makes an object that was fetched or inserted alone a member of the batch, so that relationships load for both.
    @inlinable func join<M: Model>(_ object: M) {
        ObjectTable.attach(&object._objectState, to: batch)
    }

    @inlinable func make<M: Model>(_ type: M.Type, _ bits: KeyBits, _ version: Int64) throws -> M {
        let object = try M(_from: row)
        table.load(object, &object._objectState, bits, version: version, into: batch)
        if table.tellsOfLoads { table.didLoad(object, in: batch.link.graph) }
        return object
    }

    /// Updates an object without unsaved changes from a newer row.
    @inlinable func refresh<M: Model>(_ object: M, _ version: Int64) throws {
        guard object._objectState.isClean else { return }
        let graph = batch.link.graph
        let before = graph?.tables.otherEnds(of: object, table)
        try object._overwrite(from: row)
        ObjectTable.update(&object._objectState, to: version)
        // Its references may have changed.
        if let before { graph?.pairs.followOtherEnds(of: object, from: before, table) }
    }
}
