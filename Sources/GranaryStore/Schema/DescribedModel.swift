/// A class that a schema can hold, known by its description.
///
/// The macro `@Model` makes classes conform to `Model`, which refines this protocol.
public protocol DescribedModel: AnyObject, SendableMetatype {
    /// The model's declarations, for the schema.
    static var modelDescription: ModelDescription { get }
}
