extension ModelCode {
    /// The names that predicates use.
    var fieldMembers: [String] {
        let fields = model.properties.map { "\(model.access(of: $0))let \($0.spelledName) = \(field($0))" }
        return [
            block(
                "/// The properties as predicates and orders name them.\n\(access)struct Fields: Granary.ModelFields",
                fields + ["\(access)init() {}"] + inheritanceChecks),
            "\(access)static let fields = Fields()",
            propertyName,
        ]
    }

    private var propertyName: String {
        let cases = model.properties.map {
            "case \\\(model.name).\($0.spelledName): \(literal($0.name))"
        }
        return block(
            "\(access)static func _propertyName(at path: Swift.PartialKeyPath<\(model.name)>) -> Swift.String?",
            ["switch path {"] + cases + ["default: nil", "}"])
    }

    private func field(_ property: PropertyDeclaration) -> String {
        let start = "(\(literal(property.name)), of: \(model.name).self, "
        return switch property.kind {
        case .attribute: "Granary._Field.attribute\(start)as: \(property.metatype))"
        case .toOne: "Granary._Field.toOne\(start)to: \(property.target).self)"
        case .toMany: "Granary._Field.toMany\(start)to: \(property.target).self)"
        }
    }
}
