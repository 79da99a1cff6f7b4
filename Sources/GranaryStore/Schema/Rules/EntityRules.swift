/// The rules of an entity's properties, compiled once with the schema.
package struct EntityRules: Sendable {
    /// The properties that have rules, required relationships among them.
    package let properties: PropertySet
    /// The rules of each column; empty for most.
    private let columns: [[CompiledRule]]
    /// The first columns of required relationships.
    private let required: Set<Int>

    /// Compiles the rules of a model's attributes and relationships; `nil` if there are none.
    ///
    /// - Throws: the standard library's error for a text that is no regular expression; the schema has checked it.
    init?(_ model: ModelDescription, _ layout: ColumnLayout) throws {
        var properties = PropertySet()
        var columns: [[CompiledRule]] = []
        for (position, attribute) in model.attributes.enumerated() {
            columns.append(try attribute.rules.map(CompiledRule.init))
            if !attribute.rules.isEmpty { properties.insert(position) }
        }
        var required: Set<Int> = []
        for (index, relationship) in model.relationships.enumerated() where !relationship.isToMany {
            guard let range = layout.ranges[index], !range.isEmpty, !relationship.isOptional else { continue }
            required.insert(range.lowerBound)
            properties.insert(layout.columns[range.lowerBound].property)
        }
        if properties.isEmpty { return nil }
        self.properties = properties
        self.columns = columns
        self.required = required
    }

    /// The rules that a value of a column breaks.
    package func broken(by value: Value, at column: Int) -> [RuleFailure.Rule] {
        if value.isNull { return required.contains(column) ? [.required] : [] }
        guard columns.indices.contains(column) else { return [] }
        return columns[column].lazy.filter { !$0.holds(for: value) }.map(\.rule)
    }
}
