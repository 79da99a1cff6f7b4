/// A model whose objects have a hook that is called when they are written.
public protocol DidSave: HookedModel, Model {
    /// Called when a save that has inserted, changed or deleted the object is done.
    ///
    /// Changes that it makes belong to the next save.
    func didSave(_ save: ModelSave)
}
