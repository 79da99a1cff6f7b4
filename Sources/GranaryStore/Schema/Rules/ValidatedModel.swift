/// A model with rules about an object as a whole, beside those of its attributes.
///
/// ```swift
/// nonisolated extension Visit: ValidatedModel {
///     func validate(for change: ModelChange) -> [RuleFailure] {
///         end < begin ? [RuleFailure("endsAfterItBegins", properties: ["begin", "end"])] : []
///     }
/// }
/// ```
public protocol ValidatedModel: DescribedModel {
    /// The rules that the object breaks; none lets a save do what it is about to do.
    ///
    /// Every save asks the objects that it inserts, changes or deletes, and so does a batch. In a batch the object is
    /// made for the question and is in no context, so its relationships read as empty. It must not change anything.
    func validate(for change: ModelChange) -> [RuleFailure]
}
