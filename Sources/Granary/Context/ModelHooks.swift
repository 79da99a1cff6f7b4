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
    /// What it changes, inserts and deletes is part of the save.
    ///
    /// - Throws: any error, which ends the save; nothing is written then.
    func willInsert(_ save: ModelSave) throws
}

/// A model whose objects are told before they are written.
public protocol WillSave: HookedModel, Model {
    /// Called before a save inserts or changes the object.
    ///
    /// What it changes, inserts and deletes is part of the save, and is told in turn: an object that has changed since it was
    /// told, by itself or by others, is told again. After 16 rounds the save fails with ``GranaryError/Code/invalidObject``, so set
    /// properties to what depends on the object and on ``ModelSave/date`` alone, which makes the second call change nothing.
    ///
    /// - Throws: any error, which ends the save; nothing is written then.
    func willSave(_ save: ModelSave) throws
}

/// A model whose objects are told before they are deleted from a store or a parent.
public protocol WillDelete: HookedModel, Model {
    /// Called once in the save that deletes the object, whoever has deleted it, delete rules among them; a save that fails
    /// does not count.
    ///
    /// The object still has its values. What the hook changes, inserts and deletes is part of the save.
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
