import SwiftSyntax

extension ModelCode {
    /// A memberwise initialiser, unless the class declares one of its own.
    ///
    /// Private properties with a default are no parameters. Relationships to one come last.
    var initializers: [String] {
        if model.hasInitializer { return [] }
        let properties = (model.attributes + model.toOne).filter {
            !$0.isPrivate || defaultValue(of: $0) == nil
        }
        let parameters = properties.map { property in
            "\(property.label): \(property.type)" + (defaultValue(of: property).map { " = \($0)" } ?? "")
        }
        let access = model.access(of: properties)
        let head =
            parameters.count > 3
            ? "\(access)init(\n\(parameters.joined(separator: ",\n").indented())\n)"
            : "\(access)init(\(parameters.joined(separator: ", ")))"
        return [block(head, properties.map(assign))]
    }

    /// The assignment of a parameter; what a new object refers to goes past the setter, which has nothing to do yet.
    private func assign(_ property: PropertyDeclaration) -> String {
        property.kind == .attribute
            ? "self.\(property.spelledName) = \(property.spelledName)"
            : "\(property.storage) = Granary._Reference(object: \(property.spelledName))"
    }

    private func defaultValue(of property: PropertyDeclaration) -> String? {
        if property.kind == .attribute, let value = property.declaredDefault { return "\(value)" }
        if property.type.wrapped != nil { return "nil" }
        let isMade =
            property.type.isGeneratedKey && model.key.count == 1 && model.key[0].name == property.name
        return isMade ? ".unassigned" : nil
    }
}
