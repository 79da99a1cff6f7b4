import SwiftSyntax
import SwiftSyntaxBuilder

/// The checks of the properties of a model.
extension ModelCheck {
    mutating func checkMembers(_ model: ModelDeclaration) {
        leaveOutRepeated(model)
        for member in model.node.memberBlock.members {
            if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
                checkPart(nil) { $0.checkConditional(conditional) }
            }
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                checkPart(PropertyDeclaration.name(of: variable)) { $0.checkVariable(variable, model) }
            }
        }
    }

    /// The compiler refuses the second of two properties with one name.
    private mutating func leaveOutRepeated(_ model: ModelDeclaration) {
        for names in Dictionary(grouping: model.properties.map(\.name), by: \.self).values
        where names.count > 1 { checkPart(names[0]) { $0.leaveOut() } }
    }

    private mutating func checkConditional(_ conditional: IfConfigDeclSyntax) {
        for clause in conditional.clauses {
            guard case .decls(let members)? = clause.elements else { continue }
            for member in members {
                guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isStoredInInstances,
                    variable.attributes.attribute("Transient") == nil
                else { continue }
                refuse(
                    variable.bindingSpecifier, "conditional",
                    "a stored property cannot depend on a compilation condition: stores would differ; move it out, "
                        + "or mark it @Transient", isHopeless: true)
            }
        }
    }

    private mutating func checkVariable(_ variable: VariableDeclSyntax, _ model: ModelDeclaration) {
        if !variable.isStoredInInstances { return checkMarksOfComputed(variable) }
        if let mark = variable.attributes.attribute("Transient") { return checkTransient(variable, mark) }
        guard checkShape(variable), let property = PropertyDeclaration(variable) else { return }
        if isWrapped(variable) || isOfItsOwnType(property, model) { return }
        checkMarks(property)
        property.kind == .attribute ? checkAttribute(property) : checkRelationship(property, in: model)
        if property.kind == .attribute {
            checkRules(of: property, in: model)
            checkMergeRules(of: property, in: model)
        }
    }

    /// Whether something else than the macro would write the property's accessors.
    ///
    /// Attributes of the language begin with a small letter.
    private mutating func isWrapped(_ variable: VariableDeclSyntax) -> Bool {
        let own: Set = ["Attribute", "Relationship", "Transient"]
        let other = variable.attributes.written.first {
            let name = $0.attributeName.lastName
            return !own.contains(name) && name.first?.isUppercase == true
        }
        guard let other else { return false }
        let name = other.attributeName.trimmedDescription
        let message =
            Self.foreignWrappers[name].map { "'@\(name)' belongs to another framework; \($0)" }
            ?? "'@\(name)' cannot be on a stored property, whose accessors @Model writes; remove it, or mark the property @Transient"
        refuse(other, "wrapper", message, fix: .remove(other, from: variable), isHopeless: true)
        return true
    }

    /// Whether the type is written as `Self`, which storage cannot have.
    private mutating func isOfItsOwnType(_ property: PropertyDeclaration, _ model: ModelDeclaration) -> Bool {
        guard property.target.trimmedDescription == "Self" else { return false }
        let fixed = property.type.trimmedDescription.replacing("Self", with: model.name)
        refuse(
            property.typeNode, "selfType", "a stored property cannot have the type 'Self'; write '\(fixed)'",
            fix: .replace(property.typeNode, with: TypeSyntax("\(raw: fixed)"), "write '\(fixed)'"),
            isHopeless: true)
        return true
    }

    private mutating func checkMarksOfComputed(_ variable: VariableDeclSyntax) {
        for name in ["Attribute", "Relationship"] {
            guard let mark = variable.attributes.attribute(name) else { continue }
            refuse(
                mark, "notStored", "only stored instance properties can be stored; remove @\(name)",
                fix: .remove(mark, from: variable))
        }
    }

    private mutating func checkTransient(_ variable: VariableDeclSyntax, _ mark: AttributeSyntax) {
        for name in ["Attribute", "Relationship"] {
            guard let other = variable.attributes.attribute(name) else { continue }
            refuse(
                other, "transientMark", "a @Transient property is not stored; remove @\(name)",
                fix: .remove(other, from: variable))
        }
        for binding in variable.bindings where binding.initializer == nil {
            let type = binding.typeAnnotation?.type
            if type?.wrapped != nil && variable.bindingSpecifier.tokenKind == .keyword(.var) { continue }
            refuse(
                binding.pattern, "transientValue",
                "a @Transient property needs an initial value: objects read from a store get it",
                isHopeless: true)
        }
    }

    /// Whether the declaration is one variable with a type that accessors can be given to.
    private mutating func checkShape(_ variable: VariableDeclSyntax) -> Bool {
        if let modifier = variable.modifiers.first(where: {
            ["lazy", "weak", "unowned"].contains($0.name.text)
        }) {
            return hopeless(
                modifier, "modifier",
                "a '\(modifier.name.text)' property cannot be stored; mark it @Transient",
                fix: .insert("@Transient", before: variable))
        }
        if variable.bindings.count > 1 {
            return hopeless(variable.bindings, "severalNames", "write one 'var' for each stored property")
        }
        guard let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)
        else {
            return hopeless(
                variable.bindings, "pattern", "write one 'var' with one name for each stored property")
        }
        if variable.bindingSpecifier.tokenKind == .keyword(.let) {
            let word = variable.bindingSpecifier
            return hopeless(
                word, "let",
                "'\(name.identifier.text)' must be 'var': it is set when an object is read or refreshed",
                fix: .replace(word, with: word.with(\.tokenKind, .keyword(.var)), "write 'var'"))
        }
        if let observers = binding.accessorBlock {
            return hopeless(
                observers, "observers",
                "a stored property cannot have observers; observe the object's context, or use a computed property"
            )
        }
        guard binding.typeAnnotation == nil else { return true }
        refuseMissingType(binding, name)
        return false
    }

    /// Refuses a stored property without a type.
    mutating func refuseMissingType(_ binding: PatternBindingSyntax, _ name: IdentifierPatternSyntax) {
        let message = "'\(name.identifier.text)' needs a type annotation: macros see only source text"
        guard let type = binding.initializer?.value.literalType else {
            return refuse(name, "missingType", message, isHopeless: true)
        }
        let fixed = binding.with(\.pattern, binding.pattern.trimmed).with(
            \.typeAnnotation,
            TypeAnnotationSyntax(
                colon: .colonToken(trailingTrivia: .space), type: TypeSyntax("\(raw: type)"),
                trailingTrivia: .space))
        refuse(
            name, "missingType", message, fix: .replace(binding, with: fixed, "insert ': \(type)'"),
            isHopeless: true)
    }

    private mutating func hopeless(
        _ node: some SyntaxProtocol, _ identifier: String, _ message: String, fix: Fix? = nil
    ) -> Bool {
        refuse(node, identifier, message, fix: fix, isHopeless: true)
        return false
    }
}

extension VariableDeclSyntax {
    /// Whether every object has storage for it: no type property, no computed one.
    var isStoredInInstances: Bool {
        if modifiers.contains(where: { ["static", "class"].contains($0.name.text) }) { return false }
        return bindings.allSatisfy { binding in
            switch binding.accessorBlock?.accessors {
            case nil: true
            case .getter: false
            case .accessors(let list):
                list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
            }
        }
    }
}
