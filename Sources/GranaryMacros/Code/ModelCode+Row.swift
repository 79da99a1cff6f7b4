extension ModelCode {
    /// Reading objects and keys from rows.
    var rowMembers: [String] { [initFromRow, overwrite, keyInRow, keyBitsInRow] }

    private var initFromRow: String {
        var lines = model.attributes.enumerated().map { "\($1.storage) = \(decode($1, at: $0))" }
        if !model.toOne.isEmpty { lines.append("var column = \(model.attributes.count)") }
        lines += model.toOne.map { "\($0.storage) = \(reference($0))" }
        return block("\(initializerAccess)init(_from row: borrowing Granary.Row) throws", lines)
    }

    /// Decodes everything before it assigns anything, so that a malformed row leaves the object as it was.
    private var overwrite: String {
        var lines = model.attributes.enumerated().map { "let attribute\($0) = \(decode($1, at: $0))" }
        if !model.toOne.isEmpty { lines.append("var column = \(model.attributes.count)") }
        lines += model.toOne.enumerated().map { "let reference\($0) = \(reference($1))" }
        lines += model.attributes.enumerated().map { "\($1.storage) = attribute\($0)" }
        lines += model.toOne.enumerated().map { "\($1.storage) = reference\($0)" }
        return block("\(access)func _overwrite(from row: borrowing Granary.Row) throws", lines)
    }

    private var keyInRow: String {
        let parts = model.attributes.enumerated().filter { _, property in
            model.key.contains { $0.name == property.name }
        }.map { ($1, decode($1, at: $0)) }
        let compound = "Key(\(parts.map { "\($0.0.label): \($0.1)" }.joined(separator: ", ")))"
        let body = parts.count > 1 ? compound : parts.first?.1 ?? ".unassigned"
        return block("\(access)static func _key(in row: borrowing Granary.Row) throws -> Key", [body])
    }

    private var keyBitsInRow: String {
        block(
            "\(access)static func _keyBits(in row: borrowing Granary.Row) throws -> Granary.KeyBits",
            ["try _key(in: row).keyBits"])
    }

    private func decode(_ property: PropertyDeclaration, at column: Int) -> String {
        "try row.decode(\(property.metatype), at: \(column))"
    }

    private func reference(_ property: PropertyDeclaration) -> String {
        "try row.reference(to: \(property.target).self, at: &column)"
    }
}

extension PropertyDeclaration {
    /// The type as an expression: `Int?.self`.
    var metatype: String { "\(type.expressible).self" }
}
