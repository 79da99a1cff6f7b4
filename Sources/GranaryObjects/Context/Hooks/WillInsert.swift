/// A model whose objects have a hook that is called before they are inserted into a store or a parent.
public protocol WillInsert: HookedModel, Model {
    /// Called once in the save that inserts an object, before ``WillSave/willSave(_:)``; a failed save does not count.
    ///
    /// Its changes, insertions and deletions are part of the save.
    ///
    /// - Throws: any error, which ends the save; nothing is written then.
    func willInsert(_ save: ModelSave) throws
}
