/// Makes the rows of a cursor the objects of a context, one object per key.
///
/// Models use it through `objects(from:)` and `object(from:)`, so that this code is compiled
/// with each of them: where the type is known, the compiler reads columns straight into properties. It is not
/// copied, so that references to its parts are counted once and not at each row.
@_documentation(visibility: private)
public struct ObjectReader: ~Copyable {
    /// The row that the cursor stands on.
    @usableFromInline package let row: Row
    @usableFromInline let table: ObjectTable
    @usableFromInline let batch: LoadBatch

    /// Makes a reader of rows of the table's entity; new objects become members of the batch.
    @inlinable package init(
        _ cursor: consuming any RowCursor, _ table: ObjectTable, _ batch: consuming LoadBatch
    ) {
        row = Row(cursor, of: table.entity)
        self.table = table
        self.batch = batch
    }

    /// Makes or refreshes the objects of all rows that are left, in their order.
    @inlinable public func objects<M: Model>(_ type: M.Type) throws -> [M] {
        var found: [M] = []
        while try row.cursor.advance() { found.append(try object(type)) }
        return found
    }

    /// Makes or refreshes the object of the row that the cursor stands on.
    @inlinable public func object<M: Model>(_ type: M.Type) throws -> M {
        // The version first: the key is then the last column that was looked at, and the object's first.
        let version = try row.cursor.integer(at: table.versionColumn)
        let bits = try M.keyBits(in: row)
        guard let present = table.map.object(bits) else { return try make(type, bits, version) }
        let object = unsafeDowncast(present, to: type)  // safe: the map holds this type only.
        if object.objectState.version != version { try refresh(object, version) }
        if !batch.isLone, object.objectState.isApart(from: batch) { join(object) }
        return object
    }

    /// Makes an object that was fetched or inserted alone a member of the batch, so that relationships are loaded for
    /// it together with the others.
    @inlinable func join<M: Model>(_ object: M) {
        ObjectTable.attach(&object.objectState, to: batch)
    }

    @inlinable func make<M: Model>(_ type: M.Type, _ bits: KeyBits, _ version: Int64) throws -> M {
        let object = try M(from: row)
        table.load(object, &object.objectState, bits, version: version, into: batch)
        if table.tellsPartners { batch.link.graph?.tellPartners(of: object, table) }
        return object
    }

    /// Takes a newer row into an object that has no changes of its own.
    @inlinable func refresh<M: Model>(_ object: M, _ version: Int64) throws {
        guard object.objectState.isClean else { return }
        let graph = batch.link.graph
        let before = graph?.otherEnds(of: object, table)
        try object.overwrite(from: row)
        ObjectTable.update(&object.objectState, to: version)
        // It may refer to others than before.
        if let before { graph?.followOtherEnds(of: object, from: before, table) }
    }
}
