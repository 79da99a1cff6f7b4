/// A model with rules about an object as a whole, in addition to those of its attributes.
///
/// ```swift
/// nonisolated extension Visit: ValidatedModel {
///     func validate(for change: ModelChange) -> [RuleFailure] {
///         end < begin ? [RuleFailure("endsAfterItBegins", properties: ["begin", "end"])] : []
///     }
/// }
/// ```
public protocol ValidatedModel: DescribedModel {
    /// The rules that the object breaks; an empty list allows the save.
    ///
    /// Every save calls it for the objects that it inserts, changes or deletes, and so does a batch. In a batch the
    /// object is made for the call and is in no context, so its relationships read as empty. It must not change
    /// anything.
    func validate(for change: ModelChange) -> [RuleFailure]
}
