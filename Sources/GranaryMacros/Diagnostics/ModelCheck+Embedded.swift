import SwiftSyntax

/// The checks of a structure whose parts are to be known to queries.
extension ModelCheck {
    mutating func checkEmbeddedKind(_ declaration: some DeclGroupSyntax) {
        refuse(
            declaration.introducer, "notAStructure",
            "@Embedded makes the parts of a struct known to queries; an enumeration or a class is stored as a whole, as it is 'Codable'",
            isHopeless: true)
    }

    mutating func checkEmbedded(_ structure: EmbeddedDeclaration) {
        checkStructure(structure)
        for member in structure.node.memberBlock.members {
            if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
                checkConditionalParts(conditional)
            }
            if let variable = member.decl.as(VariableDeclSyntax.self), variable.isStoredInInstances {
                checkPart(variable)
            }
            checkCoding(member.decl)
        }
    }

    private mutating func checkStructure(_ structure: EmbeddedDeclaration) {
        if let parameters = structure.node.genericParameterClause {
            refuse(
                parameters, "generic",
                "an embedded structure cannot be generic: its parts are known before the program runs",
                isHopeless: true)
        }
        if let owner = structure.genericOwner {
            refuse(
                structure.node.name, "generic",
                "an embedded structure cannot be nested in '\(owner)', which is generic; move it out",
                isHopeless: true)
        }
        for attribute in structure.node.attributes.written
        where attribute.attributeName.lastName.hasSuffix("Actor") {
            refuse(
                attribute, "isolated",
                "an embedded structure cannot belong to an actor: stores code its values anywhere",
                isHopeless: true)
        }
        if structure.name == "Fields" || Self.modules.contains(structure.name) {
            refuse(
                structure.node.name, "reservedName",
                "an embedded structure cannot be named '\(structure.name)': the code that the macro makes uses the name",
                isHopeless: true)
        }
    }

    private mutating func checkConditionalParts(_ conditional: IfConfigDeclSyntax) {
        for clause in conditional.clauses {
            guard case .decls(let members)? = clause.elements else { continue }
            for member in members {
                guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isStoredInInstances
                else { continue }
                refuse(
                    variable.bindingSpecifier, "conditional",
                    "a stored property cannot depend on a compilation condition: stores would differ; move it out",
                    isHopeless: true)
            }
        }
    }

    private mutating func checkPart(_ variable: VariableDeclSyntax) {
        if let wrapper = variable.attributes.written.first(where: {
            $0.attributeName.lastName.first?.isUppercase == true
        }) {
            let name = wrapper.attributeName.lastName
            return refuse(
                wrapper, "wrapper",
                "'@\(name)' cannot be on a property of an embedded structure, whose parts are coded as they are; remove it",
                fix: .remove(wrapper, from: variable), isHopeless: true)
        }
        if let modifier = variable.modifiers.first(where: {
            ["lazy", "weak", "unowned"].contains($0.name.text)
        }) {
            return refuse(
                modifier, "modifier", "a '\(modifier.name.text)' property cannot be stored; remove it",
                isHopeless: true)
        }
        guard variable.bindings.count == 1, let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)
        else {
            return refuse(
                variable.bindings, "severalNames", "write one 'var' with one name for each stored property",
                isHopeless: true)
        }
        if binding.typeAnnotation == nil { refuseMissingType(binding, name) }
    }

    /// Refuses coding by hand, which may give the parts other names and forms.
    private mutating func checkCoding(_ declaration: DeclSyntax) {
        let message =
            "an embedded structure is coded as the compiler writes it, so that queries find its parts; remove this, or give parts other names by an 'enum CodingKeys'"
        if let function = declaration.as(FunctionDeclSyntax.self), function.name.text == "encode",
            function.signature.parameterClause.parameters.first?.firstName.text == "to"
        {
            refuse(function.name, "coding", message, isHopeless: true)
        }
        if let initializer = declaration.as(InitializerDeclSyntax.self),
            let only = initializer.signature.parameterClause.parameters.first,
            only.firstName.text == "from", only.type.trimmedDescription.hasSuffix("Decoder")
        {
            refuse(initializer.initKeyword, "coding", message, isHopeless: true)
        }
    }
}
