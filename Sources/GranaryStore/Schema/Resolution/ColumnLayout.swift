/// The columns of one model: its attributes, then the keys that its relationships to one hold.
struct ColumnLayout {
    /// The columns in row order.
    var columns: [Column] = []
    /// The columns of each relationship to one, by its position in the model's declaration.
    var ranges: [Int: Range<Int>] = [:]

    /// Begins with the columns of a model's attributes.
    init(attributesOf model: ModelDescription) {
        columns = model.attributes.enumerated().map { property, attribute in
            Column(
                name: attribute.column, type: attribute.type, isOptional: attribute.isOptional,
                property: property)
        }
    }
}

extension SchemaDraft {
    /// Lays out the columns of every model.
    mutating func layOutColumns() {
        layouts = models.indices.map(layout(of:))
    }

    private func layout(of position: Int) -> ColumnLayout {
        let model = models[position].description
        var layout = ColumnLayout(attributesOf: model)
        var property = model.attributes.count
        for (index, relationship) in model.relationships.enumerated() where !relationship.isToMany {
            let start = layout.columns.count
            let key =
                destinations[Side(model: position, relationship: index)].map { models[$0].keyAttributes }
                ?? []
            for part in key {
                layout.columns.append(
                    Column(
                        name: relationship.columnName(for: part, ofKeyWith: key.count), type: part.type,
                        isOptional: relationship.isOptional, property: property))
            }
            layout.ranges[index] = start..<layout.columns.count
            property += 1
        }
        return layout
    }

    /// Checks the names of every model's columns.
    mutating func checkColumns() {
        for (model, layout) in zip(models, layouts) {
            for column in layout.columns {
                if let fault = NameRule.fault(column.name) {
                    report(
                        """
                        \(model.name) has a column whose name \(NameRule.quoted(column.name)) \(fault); \
                        name it with `column:`.
                        """
                    )
                }
                if NameRule.isReserved(column: column.name) {
                    report(
                        """
                        The column “\(column.name)” of \(model.name) is one that stores keep for \
                        themselves; name another with `column:`.
                        """
                    )
                }
            }
            for clash in NameRule.clashes(layout.columns.map(\.name)) {
                report(
                    """
                    \(model.name) has the column “\(clash[0])” \(clash.count) times (case does not count); \
                    name another with `column:`.
                    """
                )
            }
        }
    }
}

extension RelationshipDescription {
    /// The name of the column that holds a part of the destination's key.
    func columnName(for part: AttributeDescription, ofKeyWith count: Int) -> String {
        guard let column else { return "\(name)_\(part.column)" }
        return count == 1 ? column : "\(column)_\(part.column)"
    }
}
