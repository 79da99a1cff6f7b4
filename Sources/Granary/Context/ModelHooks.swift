public import FoundationEssentials

/// A save, as the hooks of a model see it.
public struct ModelSave {
    /// The context that saves; a hook can fetch, insert, change and delete in it, but not save.
    public let context: any Context
    /// What the save does to the object.
    public let change: ModelChange
    /// When the save began; the same for all its objects, and in all its rounds.
    public let date: Date
}

/// A model whose objects are told before they are inserted into a store or a parent.
public protocol WillInsert: HookedModel, Model {
    /// Called once in the save that inserts an object, before ``WillSave/willSave(_:)``; a save that fails does not count.
    ///
    /// Its changes, insertions and deletions are part of the save.
    ///
    /// - Throws: any error, which ends the save; nothing is written then.
    func willInsert(_ save: ModelSave) throws
}

/// A model whose objects are told before they are written.
public protocol WillSave: HookedModel, Model {
    /// Called before a save inserts or changes the object.
    ///
    /// Its changes, insertions and deletions are part of the save. If the object has changed since this call, by the hook itself
    /// or by another one, the next round calls it again. After 16 rounds the save fails with ``GranaryError/Code/invalidObject``, so
    /// compute values from the object and from ``ModelSave/date`` alone: then the second call changes nothing.
    ///
    /// - Throws: any error, which ends the save; nothing is written then.
    func willSave(_ save: ModelSave) throws
}

/// A model whose objects are told before they are deleted from a store or a parent.
public protocol WillDelete: HookedModel, Model {
    /// Called once in the save that deletes the object, also if a delete rule has deleted it; a save that fails does not
    /// count.
    ///
    /// The object still has its values. The hook's changes, insertions and deletions are part of the save.
    ///
    /// - Throws: any error, which ends the save; nothing is written then.
    func willDelete(_ save: ModelSave) throws
}

/// A model whose objects are told when they are written.
public protocol DidSave: HookedModel, Model {
    /// Called when a save that has inserted, changed or deleted the object is done.
    ///
    /// Changes that it makes belong to the next save.
    func didSave(_ save: ModelSave)
}
