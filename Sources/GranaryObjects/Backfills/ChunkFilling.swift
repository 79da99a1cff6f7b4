/// A backfill that can fill stored objects chunk by chunk.
package protocol ChunkFilling: ObjectFilling {
    /// The name of the model.
    var model: String { get }
    /// How many objects are without a value.
    func remaining(in context: Context) throws -> Int
    /// Fills some of the objects without a value that come after a key, in the order of keys, and commits.
    ///
    /// - Throws: any error from computing a value, with the object's entity and key; nothing is changed then.
    func fillChunk(of limit: Int, after key: ObjectKey?, in context: Context) throws -> FilledRows
}
