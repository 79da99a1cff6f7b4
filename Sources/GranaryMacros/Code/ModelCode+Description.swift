import SwiftSyntax

extension ModelCode {
    /// The declarations of the model, for the schema.
    var description: String {
        var arguments = ["name: \(literal(model.name))"]
        for label in ["table", "configuration"] {
            if let value = model.attribute.argument(label) { arguments.append("\(label): \(value)") }
        }
        arguments.append(list("attributes", model.attributes.map(attribute)))
        if !model.relationships.isEmpty {
            arguments.append(list("relationships", model.relationships.map(relationship)))
        }
        arguments.append("key: [\(model.key.map { literal($0.name) }.joined(separator: ", "))]")
        for (label, parameter) in [("unique", "uniques"), ("indexes", "indexes")] {
            guard let groups = model.attribute.argument(label), !groups.isListOfNames else { continue }
            arguments.append("\(parameter): \(groups)")
        }
        if let name = model.attribute.argument("renamedFrom") { arguments.append("renamedFrom: \(name)") }
        let code = arguments.joined(separator: ",\n").indented()
        return
            "\(access)static let modelDescription: Granary.ModelDescription = Granary.ModelDescription(\n\(code)\n)"
    }

    private func list(_ label: String, _ elements: [String]) -> String {
        "\(label): [\n\(elements.map { "\($0)," }.indented())\n]"
    }

    private func attribute(_ property: PropertyDeclaration) -> String {
        var arguments = [literal(property.name), "Granary._StoredAttribute.type(of: \(property.metatype))"]
        let mark = property.attribute("Attribute")
        if let column = mark?.argument("column") { arguments.append("column: \(column)") }
        if property.options.contains("unique") { arguments.append("isUnique: true") }
        if property.options.contains("indexed") { arguments.append("isIndexed: true") }
        if property.options.contains(ExprSyntax.foldedIndex) { arguments.append("hasFoldedIndex: true") }
        if let value = property.literalDefault, !value.is(NilLiteralExprSyntax.self) {
            let code = property.literalDefaultCode ?? "\(value)"
            arguments.append(
                "defaultValue: try? Granary._StoredAttribute.value(\(code) as \(property.type))")
        }
        if let name = mark?.argument("renamedFrom") { arguments.append("renamedFrom: \(name)") }
        if let rules = rules(of: property) { arguments.append(rules) }
        if let rule = mergeRule(of: property) { arguments.append(rule) }
        return "Granary.AttributeDescription(\(arguments.joined(separator: ", ")))"
    }

    private func relationship(_ property: PropertyDeclaration) -> String {
        var arguments = [
            literal(property.name), "to: \(literal(property.target.lastName))", "{ \(property.target).self }",
            "isToMany: \(property.kind == .toMany)",
        ]
        let mark = property.attribute("Relationship")
        if property.isRequired { arguments.append("isOptional: false") }
        if let path = mark?.argument("inverse"), let name = path.lastComponent {
            let check = "(\(literal(name)), \(path), of: \(model.name).self)"
            arguments.append("inverse: Granary.RelationshipDescription.inverse\(check)")
        }
        if let rule = mark?.argument("onDelete"), rule.mayBeDeleteRule {
            arguments.append("deleteRule: \(rule)")
        }
        if let column = mark?.argument("column") { arguments.append("column: \(column)") }
        if let name = mark?.argument("renamedFrom") { arguments.append("renamedFrom: \(name)") }
        var code = "Granary.RelationshipDescription(\(arguments.joined(separator: ", ")))"
        if property.deletesRemoved { code += ".deletingRemoved()" }
        if let table = property.pairsTable { code += ".inTable(\(table))" }
        return code
    }
}

extension ExprSyntax {
    /// Whether it may name a delete rule; the compiler refuses other names where they are written.
    fileprivate var mayBeDeleteRule: Bool {
        guard let member = self.as(MemberAccessExprSyntax.self), member.base == nil else { return true }
        return ["nullify", "cascade", "deny", "noAction"].contains(member.declName.baseName.text)
    }

    /// The last name of a key path.
    var lastComponent: String? {
        self.as(KeyPathExprSyntax.self)?.components.last?.component
            .as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.identifier?.name
    }
}
