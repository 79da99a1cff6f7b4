extension Entity {
    /// An entity of a model outside of any schema: its attributes with their rules, and nothing of its relationships.
    ///
    /// For checking objects that are in no context. It compiles the rules each time.
    ///
    /// - Throws: the standard library's error for a pattern that is no regular expression, which the macro has checked.
    package convenience init(alone type: any DescribedModel.Type) throws {
        let model = type.modelDescription
        let layout = ColumnLayout(attributesOf: model)
        self.init(
            model: model, type: type, index: 0, configuration: "", columns: layout.columns, keyColumns: [],
            uniques: [], indexes: [], rules: try EntityRules(model, layout))
    }
}
