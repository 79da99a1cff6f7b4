extension ModelCode {
    /// The snapshot type, and the ways to it and back.
    var snapshotMembers: [String] { [snapshotType, snapshot, initFromSnapshot, restore] }

    private var snapshotType: String {
        let attributes = model.attributes.map { "\(model.access(of: $0))var \($0.spelledName): \($0.type)" }
        let references = model.toOne.map { "\(model.access(of: $0))var \($0.spelledName): \($0.target).Key?" }
        let encode = encoding(
            attribute: { $0.spelledReference },
            reference: { "Granary._Reference<\($0.target)>(\($0.spelledReference))" })
        // What is no Sendable type is refused at the property, and once is enough.
        let promise = "@unchecked Swift.Sendable"  // safe: `initial` takes Sendable types only.
        return block(
            "/// The stored properties as a value, with relationships to one as keys.\n\(access)struct Snapshot: Granary.ModelSnapshot, \(promise)",
            attributes + references + [memberwiseInit, objectID, encode, differences] + coding
                + declaredDefaults)
    }

    private var objectID: String {
        let key =
            model.key.count < 2
            ? model.key.first?.spelledReference ?? ".unassigned"
            : "\(model.name).Key(\(model.key.map { "\($0.label): \($0.spelledReference)" }.joined(separator: ", ")))"
        return block(
            "\(access)var objectID: Granary.ObjectID<\(model.name)>", ["Granary.ObjectID(\(key))"])
    }

    /// Comparing by value, as the setters do: equal values may be written differently.
    private var differences: String {
        let attributes = model.attributes.map {
            "!Granary._StoredAttribute.isSame(\($0.spelledReference), other.\($0.spelledName))"
        }
        let references = model.toOne.map {
            "\($0.spelledReference)?.keyBits != other.\($0.spelledName)?.keyBits"
        }
        let tests = (attributes + references).enumerated().map { "if \($1) { properties.insert(\($0)) }" }
        return block(
            "\(access)func differences(from other: Self) -> Granary.PropertySet",
            ["var properties = Granary.PropertySet()"] + tests + ["return properties"])
    }

    /// The defaults that are no literals, which the description of the model does not have.
    private var declaredDefaults: [String] {
        let cases = model.attributes.compactMap { property -> String? in
            guard property.literalDefault == nil, let value = property.declaredDefault else { return nil }
            return "case \(literal(property.name)): "
                + "Granary._StoredAttribute.declaredDefault(\(value) as \(property.type))"
        }
        if cases.isEmpty { return [] }
        return [
            block(
                "\(access)static func _declaredDefault(of property: Swift.String) -> (any Swift.Sendable)?",
                [block("switch property", cases + ["default: nil"])])
        ]
    }

    /// Written out where an attribute may be an enumeration, which need not be `Codable`, or a type that no store can hold.
    private var coding: [String] {
        let types = model.attributes.map(\.type)
        guard types.contains(where: { $0.mayBeEnumeration || $0.element.mayBeEnumeration }) else { return [] }
        let names = (model.attributes + model.toOne).map(\.spelledName)
        let metatypes = model.attributes.map(\.metatype) + model.toOne.map { "\($0.target).Key?.self" }
        return [
            block("private enum CodingKeys: Swift.String, Swift.CodingKey", names.map { "case \($0)" }),
            block(
                "\(access)init(from decoder: any Swift.Decoder) throws",
                ["let values = try decoder.container(keyedBy: CodingKeys.self)"]
                    + zip(names, metatypes).map {
                        "self.\($0) = try Granary._StoredAttribute.decode(\($1), from: values, forKey: .\($0))"
                    }),
            block(
                "\(access)func encode(to encoder: any Swift.Encoder) throws",
                ["var values = encoder.container(keyedBy: CodingKeys.self)"]
                    + names.map {
                        "try Granary._StoredAttribute.encode(self.\($0), into: &values, forKey: .\($0))"
                    }),
        ]
    }

    /// A memberwise initialiser with the defaults of that of the class.
    private var memberwiseInit: String {
        let properties = model.attributes + model.toOne
        let attributes = model.attributes.map { property in
            "\(property.label): \(property.type)" + (defaultValue(of: property).map { " = \($0)" } ?? "")
        }
        let parameters = attributes + model.toOne.map { "\($0.label): \($0.target).Key? = nil" }
        let access = properties.contains(where: \.isPrivate) ? "fileprivate " : model.access(of: properties)
        return block(
            head("\(access)init", parameters), properties.map { "\($0.spelledReference) = \($0.spelledName)" }
        )
    }

    private var snapshot: String {
        let values =
            model.attributes.map { "\($0.label): \($0.storage)" }
            + model.toOne.map { "\($0.label): \($0.storage).key" }
        return block("\(access)var snapshot: Snapshot", ["Snapshot(\(values.joined(separator: ", ")))"])
    }

    private var initFromSnapshot: String {
        let values =
            model.attributes.map { "\($0.spelledReference) = snapshot.\($0.spelledName)" }
            + model.toOne.map { "\($0.storage) = Granary._Reference(snapshot.\($0.spelledName))" }
        return block(
            "/// Makes a new object with the values of a snapshot.\n\(initializerAccess)init(_ snapshot: Snapshot)",
            values)
    }

    private var restore: String {
        let attributes = model.attributes.enumerated().map {
            "if properties.contains(\($0)) { \($1.storage) = snapshot.\($1.spelledName) }"
        }
        let references = model.toOne.enumerated().map {
            "if properties.contains(\(model.attributes.count + $0)) "
                + "{ \($1.storage) = Granary._Reference(snapshot.\($1.spelledName)) }"
        }
        return block(
            "\(access)func _restore(_ properties: Granary.PropertySet, from snapshot: Snapshot)",
            attributes + references)
    }
}

extension PropertyDeclaration {
    /// The property of `self`, where a local name might hide it.
    var spelledReference: String { "self.\(spelledName)" }
}
