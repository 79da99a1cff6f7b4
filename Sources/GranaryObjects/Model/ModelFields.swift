/// The names a model's predicates use; one shared value per model.
public protocol ModelFields: Sendable {
    /// Makes the names.
    @_documentation(visibility: private)
    init()
}
