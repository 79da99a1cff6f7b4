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
        return [block(head("\(access)init", refusedParameters + parameters), properties.map(assign))]
    }

    /// Parameters for the properties with mistakes, so that the calls are not wrong as well; they may be left out.
    private var refusedParameters: [String] {
        model.refused.filter { $0.kind != .toMany && $0.type.isParameter }.map {
            "\($0.label): \($0.type) = { () -> \($0.type) in while true {} }()"
        }
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

extension TypeSyntax {
    /// Whether a parameter and the result of a closure can have the type as it is written.
    fileprivate var isParameter: Bool {
        !self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) && !self.is(AttributedTypeSyntax.self)
            && !tokens(viewMode: .sourceAccurate).contains {
                [.keyword(.Self), .keyword(.some)].contains($0.tokenKind)
            }
    }
}
