extension ModelCode {
    /// A memberwise initialiser, unless the class declares one of its own.
    var initializers: [String] {
        if model.hasInitializer { return [] }
        let parameters = (model.attributes + model.toOne).map(parameter)
        let assignments = model.attributes.map { "self.\($0.spelledName) = \($0.spelledName)" }
            + model.toOne.map { "if let \($0.spelledName) { self.\($0.spelledName) = \($0.spelledName) }" }
        let head = parameters.count > 3
            ? "\(access)init(\n\(parameters.joined(separator: ",\n").indented())\n)"
            : "\(access)init(\(parameters.joined(separator: ", ")))"
        return [block(head, assignments)]
    }

    private func parameter(_ property: PropertyDeclaration) -> String {
        let value = property.kind == .attribute ? property.declaredDefault : nil
        let start = "\(property.label): \(property.type)"
        if let value { return "\(start) = \(value)" }
        if property.type.wrapped != nil { return "\(start) = nil" }
        if property.type.isGeneratedKey, model.key.contains(where: { $0.name == property.name }), model.key.count == 1 {
            return "\(start) = .unassigned"
        }
        return start
    }
}
