extension ModelCode {
    /// The names that predicates use.
    var fieldMembers: [String] {
        let fields = model.properties.map { "\(model.access(of: $0))let \($0.spelledName) = \(field($0))" }
        return [
            block(
                "/// The properties as predicates and orders name them.\n\(access)struct Fields: Granary.ModelFields",
                fields + ["\(access)init() {}"]),
            "\(access)static let fields = Fields()",
        ]
    }

    private func field(_ property: PropertyDeclaration) -> String {
        let start = "(\(literal(property.name)), of: \(model.name).self, "
        return switch property.kind {
        case .attribute: "Granary.Field.attribute\(start)as: \(property.metatype))"
        case .toOne: "Granary.Field.toOne\(start)to: \(property.target).self)"
        case .toMany: "Granary.Field.toMany\(start)to: \(property.target).self)"
        }
    }
}
