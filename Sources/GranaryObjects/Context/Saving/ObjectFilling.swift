/// A backfill that can be carried out on the unsaved objects of a context, and on what is stored, chunk by chunk.
package protocol ObjectFilling: SchemaBackfill {
    /// The name of the model.
    var model: String { get }
    /// Gives the objects that the next save inserts or changes the values that they miss.
    ///
    /// - Throws: what computing a value throws, with the object's entity and key.
    func fill(unsavedIn graph: ObjectGraph) throws
    /// How many objects are without a value.
    func remaining(in context: Context) throws -> Int
    /// Fills some of the objects without a value that come after a key, in the order of keys, and commits.
    ///
    /// - Throws: what computing a value throws, with the object's entity and key; nothing is changed then.
    func fillChunk(of limit: Int, after key: ObjectKey?, in context: Context) throws -> FilledRows
}
