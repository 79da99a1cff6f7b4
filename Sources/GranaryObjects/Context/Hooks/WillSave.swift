/// A model whose objects have a hook that is called before they are written.
public protocol WillSave: HookedModel, Model {
    /// Called before a save inserts or changes the object.
    ///
    /// Its changes, insertions and deletions are part of the save. If the object has changed since this call, by the
    /// hook itself or by another one, the next round calls it again. After 16 rounds, and as many more for each
    /// ``SaveHook``, the save fails with ``GranaryError/Code/invalidObject``, so compute values from the object and from
    /// ``ModelSave/date`` alone: then the second call changes nothing.
    ///
    /// - Throws: any error, which ends the save; nothing is written then.
    func willSave(_ save: ModelSave) throws
}
