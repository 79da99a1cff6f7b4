/// A model whose objects have a hook that is called before they are deleted from a store or a parent.
public protocol WillDelete: HookedModel, Model {
    /// Called once in the save that deletes the object, even if a delete rule has deleted it; a failed save does not
    /// count.
    ///
    /// The object still has its values. The hook's changes, insertions and deletions are part of the save.
    ///
    /// - Throws: any error, which ends the save; nothing is written then.
    func willDelete(_ save: ModelSave) throws
}
