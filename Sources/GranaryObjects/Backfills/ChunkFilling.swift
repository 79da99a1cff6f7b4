/// A backfill that can be carried out on what is stored, chunk by chunk.
package protocol ChunkFilling: ObjectFilling {
    /// The name of the model.
    var model: String { get }
    /// How many objects are without a value.
    func remaining(in context: Context) throws -> Int
    /// Fills some of the objects without a value that come after a key, in the order of keys, and commits.
    ///
    /// - Throws: what computing a value throws, with the object's entity and key; nothing is changed then.
    func fillChunk(of limit: Int, after key: ObjectKey?, in context: Context) throws -> FilledRows
}
