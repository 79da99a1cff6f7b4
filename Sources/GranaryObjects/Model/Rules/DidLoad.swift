/// A model whose objects have a hook that is called when they are made of a row.
///
/// ```swift
/// nonisolated extension Page: DidLoad {
///     func didLoad() { words = text.split(separator: " ").count }
/// }
/// ```
public protocol DidLoad: HookedModel {
    /// Called once for each object that a context makes of a row, before the program gets the object.
    ///
    /// It is for properties marked ``Transient()``. A stored property that it sets to another value is an unsaved
    /// change, as anywhere. It is not called when an object is read again. A fetch calls it between two rows, so keep
    /// it short, and read no relationships in it: one that is not loaded reads as empty, and the next save or the end
    /// of the unit of work throws ``GranaryError/Code/invalidObject``.
    func didLoad()
}
