/// Schemas without a name; the compiler says what to write.
extension Schema {
    /// Refuses models without a name for the schema.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "A schema has a name: 'try Schema(\"Films\", models: [Film.self])'.")
    public convenience init(_ models: [any DescribedModel.Type]) throws { try self.init("", models: models) }
    /// Refuses models without a name for the schema.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "A schema has a name: 'try Schema(\"Films\", models: [Film.self])'.")
    public convenience init(_ models: any DescribedModel.Type...) throws { try self.init("", models: models) }
}
