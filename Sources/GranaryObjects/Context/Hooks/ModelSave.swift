public import FoundationEssentials

/// A save, as seen by the hooks of a model.
public struct ModelSave {
    /// The context that saves; a hook can fetch, insert, change and delete in it, but not save.
    public let context: Context
    /// The change that the save makes to the object.
    public let change: ModelChange
    /// When the save began; the same for all its objects, and in all its rounds.
    public let date: Date
}
