/// A model with its place in a schema that is being resolved.
struct ModelDraft {
    /// The declarations of the model.
    let description: ModelDescription
    /// The Swift type, where there is one.
    let type: (any DescribedModel.Type)?
    /// The configuration it belongs to.
    let configuration: String

    /// The model's name.
    var name: String { description.name }

    /// The attributes of the key that exist, in key order.
    var keyAttributes: [AttributeDescription] {
        description.key.compactMap { name in description.attributes.first { $0.name == name } }
    }
}
