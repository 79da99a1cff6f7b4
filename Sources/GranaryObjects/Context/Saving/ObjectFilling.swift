/// A backfill that can be carried out on the unsaved objects of a context.
package protocol ObjectFilling: SchemaBackfill {
    /// Gives the objects that the next save inserts or changes the values that they miss.
    ///
    /// - Throws: what computing a value throws, with the object's entity and key.
    func fill(unsavedIn graph: ObjectGraph) throws
}
