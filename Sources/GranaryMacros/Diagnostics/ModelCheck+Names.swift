import SwiftSyntax

/// Names that would collide.
extension ModelCheck {
    /// The members that every model gets, or that the generated code calls.
    private static let reserved: Set = [
        "objectID", "objectKey", "snapshot", "Key", "Fields", "Snapshot", "CodingKeys",
        "willChange",
        "mayChangeKey",
        "toOne", "setToOne",
    ]
    /// The members that every object has from extensions of `Model`, which a member of the class would hide without a word
    /// from the compiler, each with a name in its place.
    private static let ofObjects = [
        "context": "surroundings", "failures": "faults", "hasChanges": "hasEdits", "isDeleted": "isRemoved",
        "isInserted": "isAdded",
    ]
    private static let reservedInKeys: Set = ["keyBits", "objectKey", "hashValue"]
    /// The modules whose types the generated code names.
    static let modules: Set = ["Granary", "Swift"]
    /// Names that an expression cannot take for a property's, even in backticks.
    private static let meanings: Set = ["self", "Self", "Type", "Protocol"]

    mutating func checkNames(_ model: ModelDeclaration) {
        let keyNames = model.key.count > 1 ? Set(model.key.map(\.name)) : []
        let owners = Dictionary(model.properties.map { ($0.storage, $0.name) }) { first, _ in first }
        for member in model.node.memberBlock.members {
            for (name, token) in member.decl.declaredNames {
                if Self.reserved.contains(name) || HiddenMember.names.contains(name)
                    || Self.modules.contains(name)
                    || (keyNames.contains(name) && Self.reservedInKeys.contains(name))
                {
                    refuse(
                        token, "reservedName",
                        "'\(name)' is a name the macro needs itself; choose another one",
                        isHopeless: true)
                } else if let other = Self.ofObjects[name] {
                    refuse(
                        token, "hidesMember",
                        "'\(name)' would hide the '\(name)' that every object has; choose another name, such as '\(other)', "
                            + "and keep a stored name with '@Attribute(column: \"\(name)\")'")
                } else if Self.meanings.contains(name) {
                    refuse(
                        token, "reservedName",
                        "'\(name)' means something else after a dot or in a method; choose another name",
                        isHopeless: true)
                } else if let owner = owners[name] {
                    refuse(
                        token, "storageName",
                        "'\(name)' is the hidden storage of '\(owner)'; choose another name",
                        isHopeless: true)
                }
            }
        }
        if model.attributes.count + model.toOne.count > 128 {
            refuse(
                model.node.name, "tooMany",
                "'\(model.name)' has more than 128 attributes and relationships to one; group some in a Codable struct, "
                    + "or split the model", isHopeless: true)
        }
    }

    mutating func checkColumns(_ model: ModelDeclaration) {
        var seen: [String: String] = [:]
        for property in model.attributes + model.toOne {
            let mark = property.attribute(property.kind == .attribute ? "Attribute" : "Relationship")
            let written = mark?.argumentNode("column")
            let column = written?.literalText ?? property.name
            let node = written.map { Syntax($0) } ?? Syntax(property.node.bindings)
            if column.isEmpty {
                refuse(node, "emptyName", "a column needs a name")
            } else if let other = seen[column.lowercased()] {
                refuse(
                    node, "sameColumn",
                    "'\(property.name)' and '\(other)' have the same column '\(column)' (case does not count)"
                )
            } else {
                seen[column.lowercased()] = property.name
            }
        }
    }
}

extension DeclSyntax {
    /// The names a member declares without arguments: those of variables and nested types.
    var declaredNames: [(name: String, token: TokenSyntax)] {
        if let variable = self.as(VariableDeclSyntax.self) {
            if variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }) {
                return []
            }
            return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
                .map { ($0.identifier?.name ?? $0.text, $0) }
        }
        guard let named = self.asProtocol((any NamedDeclSyntax).self), !self.is(FunctionDeclSyntax.self),
            !self.is(MacroDeclSyntax.self)
        else { return [] }
        return [(named.name.identifier?.name ?? named.name.text, named.name)]
    }
}
