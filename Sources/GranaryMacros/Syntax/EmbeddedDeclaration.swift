import SwiftSyntax

/// A structure with `@Embedded`, as the generated code needs to know it.
struct EmbeddedDeclaration {
    /// A stored property of the structure.
    struct Part {
        /// The name as code spells it.
        let spelledName: String
        /// The name of the member in JSON.
        let member: String
        /// The type, for code.
        let type: TypeSyntax
        /// The access level that the declaration gives.
        let access: Access
    }

    /// The structure.
    let node: StructDeclSyntax
    /// The stored properties that are coded, in declaration order.
    let parts: [Part]
    /// The name of a generic type or function around the structure, if there is one.
    let genericOwner: String?

    /// Reads a structure; `surroundings` are the declarations around it.
    init(_ node: StructDeclSyntax, within surroundings: [Syntax] = []) {
        self.node = node
        genericOwner = ModelDeclaration.genericOwner(of: node, surroundings)
        let names = Self.codingKeys(of: node)
        parts = node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            .filter(\.isStoredInInstances).compactMap { variable in
                guard variable.bindings.count == 1, let binding = variable.bindings.first,
                    let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
                    let type = binding.typeAnnotation?.type
                else { return nil }
                let name = identifier.identifier?.name ?? identifier.text
                // A property without a key is not coded.
                guard let member = names.map({ $0[name] }) ?? name else { return nil }
                return Part(
                    spelledName: identifier.text, member: member, type: type.bare,
                    access: Access(variable.modifiers))
            }
    }

    /// A stored property that a memberwise initializer sets.
    struct Value {
        /// The name as code spells it.
        let spelledName: String
        /// The type as the declaration has it.
        let type: TypeSyntax
        /// The value of a property for which none is given, as source text; `nil` for one that has to be given.
        let initial: String?
        /// The access level that the declaration gives.
        let access: Access
    }

    /// The stored properties that a memberwise initializer sets, in declaration order; `nil` if the structure has an
    /// initializer, or not all can be read from their declarations.
    var values: [Value]? {
        let members = node.memberBlock.members.map(\.decl)
        if members.contains(where: { $0.is(InitializerDeclSyntax.self) }) { return nil }
        var values: [Value] = []
        for variable in members.compactMap({ $0.as(VariableDeclSyntax.self) })
        where variable.isStoredInInstances {
            guard variable.bindings.count == 1, variable.attributes.isEmpty,
                let binding = variable.bindings.first,
                let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
                let type = binding.typeAnnotation?.type,
                !variable.modifiers.contains(where: { $0.name.tokenKind == .keyword(.lazy) })
            else { return nil }
            let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
            if isConstant, binding.initializer != nil { continue }
            let isOptional = !isConstant && type.is(OptionalTypeSyntax.self)
            values.append(
                Value(
                    spelledName: identifier.text, type: type.trimmed,
                    initial: binding.initializer?.value.trimmedDescription ?? (isOptional ? "nil" : nil),
                    access: Access(variable.modifiers)))
        }
        return values
    }

    /// The name of the structure.
    var name: String { node.name.text }

    /// The names in JSON by the names of the properties that a nested `enum CodingKeys` has; `nil` without one.
    private static func codingKeys(of node: StructDeclSyntax) -> [String: String]? {
        let enumerations = node.memberBlock.members.compactMap { $0.decl.as(EnumDeclSyntax.self) }
        guard let keys = enumerations.first(where: { $0.name.text == "CodingKeys" }) else { return nil }
        var names: [String: String] = [:]
        for member in keys.memberBlock.members {
            for element in member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? [] {
                let name = element.name.identifier?.name ?? element.name.text
                names[name] = element.rawValue?.value.literalText ?? name
            }
        }
        return names
    }
}
