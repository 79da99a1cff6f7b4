extension ModelCode {
    /// Writing an object's columns; an error names the property.
    var encode: String {
        encoding(attribute: \.storage, reference: \.storage)
    }

    /// Writes columns from the places that hold the attributes and references.
    func encoding(
        attribute: (PropertyDeclaration) -> String, reference: (PropertyDeclaration) -> String
    ) -> String {
        let count = model.attributes.count
        var lines = model.attributes.enumerated().flatMap { position, property in
            [
                "if properties.contains(\(position)) {",
                "    property = \(position)",
                "    try Granary._StoredAttribute.encode(\(attribute(property)), into: writer, at: \(position))",
                "}",
            ]
        }
        if count > 0 {
            lines =
                ["var property = 0", "do {", lines.indented(), "} catch {"]
                + ["    throw Granary._StoredAttribute.failure(error, of: entity, property: property)", "}"]
        }
        if !model.toOne.isEmpty { lines.append("var column = \(count)") }
        for (index, property) in model.toOne.enumerated() {
            lines += [
                "if properties.contains(\(count + index)) {",
                "    \(reference(property))._encode(into: writer, at: &column)",
                "} else {",
                "    column &+= \(property.target).Key._columnCount",
                "}",
            ]
        }
        return block(
            "\(access)func encode(_ properties: Granary.PropertySet, of entity: Granary.Entity, "
                + "into writer: any Granary.ColumnWriter) throws", lines)
    }
}
