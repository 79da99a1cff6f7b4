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
        return [block(head("\(access)init", parameters), properties.map(assign))]
    }

    /// A name with its parameters, on lines of their own when there are many.
    func head(_ name: String, _ parameters: [String]) -> String {
        parameters.count > 3
            ? "\(name)(\n\(parameters.joined(separator: ",\n").indented())\n)"
            : "\(name)(\(parameters.joined(separator: ", ")))"
    }

    /// The assignment of a parameter; what a new object refers to goes past the setter, which has nothing to do yet.
    private func assign(_ property: PropertyDeclaration) -> String {
        property.kind == .attribute
            ? "self.\(property.spelledName) = \(property.spelledName)"
            : "\(property.storage) = Granary._Reference(object: \(property.spelledName))"
    }

    /// The value of a property for which none is given.
    func defaultValue(of property: PropertyDeclaration) -> String? {
        if property.kind == .attribute, let value = property.defaultCode { return value }
        if property.type.wrapped != nil { return "nil" }
        let isMade =
            property.type.isGeneratedKey && model.key.count == 1 && model.key[0].name == property.name
        return isMade ? ".unassigned" : nil
    }
}
