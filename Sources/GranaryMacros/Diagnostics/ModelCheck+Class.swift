import SwiftSyntax
import SwiftSyntaxBuilder

/// The checks of a declaration that is to become a model.
extension ModelCheck {
    mutating func checkKind(_ declaration: some DeclGroupSyntax) {
        let message = "@Model makes a final class a model; objects have an identity, which only classes have"
        let keyword = declaration.introducer
        guard let structure = declaration.as(StructDeclSyntax.self) else {
            return refuse(keyword, "notAClass", message, isHopeless: true)
        }
        let word = structure.structKeyword
        let fixed = word.with(\.tokenKind, .identifier("final class"))
        refuse(
            word, "notAClass", message, fix: .replace(word, with: fixed, "write 'final class'"),
            isHopeless: true)
    }

    mutating func checkClass(_ model: ModelDeclaration) {
        checkFinal(model.node)
        if let parameters = model.node.genericParameterClause {
            refuse(
                parameters, "generic", "a model cannot be generic: a store keeps one table for it",
                isHopeless: true)
        }
        for attribute in model.node.attributes.compactMap({ $0.as(AttributeSyntax.self) })
        where attribute.attributeName.lastName.hasSuffix("Actor") {
            refuse(
                attribute, "isolated",
                "a model cannot belong to an actor: its objects are used where their context is",
                isHopeless: true)
        }
        for inherited in model.node.inheritanceClause?.inheritedTypes ?? [] {
            checkInherited(inherited.type, model)
        }
        checkOverrides(model.node)
        if ["Key", "Fields", "Snapshot"].contains(model.name) {
            refuse(
                model.node.name, "reservedName",
                "a model cannot be named '\(model.name)': the macro makes a type of that name in every model",
                isHopeless: true)
        }
        if Self.modules.contains(model.name) {
            refuse(
                model.node.name, "reservedName",
                "a model cannot be named '\(model.name)': the code that the macro makes names the module '\(model.name)'",
                isHopeless: true)
        }
        if model.isLocal {
            refuse(
                model.node.name, "local",
                "a model cannot be declared in a function, where types get no conformances; move it out",
                isHopeless: true)
        }
        if let owner = model.genericOwner {
            refuse(
                model.node.name, "generic",
                "a model cannot be nested in '\(owner)', which is generic: a store keeps one table for it; move it out",
                isHopeless: true)
        }
    }

    private mutating func checkFinal(_ node: ClassDeclSyntax) {
        if node.modifiers.contains(where: { $0.name.tokenKind == .keyword(.final) }) { return }
        let message = "a model must be 'final': a subclass would inherit the generated code"
        if let open = node.modifiers.first(where: { $0.name.tokenKind == .keyword(.open) }) {
            let fixed = open.with(\.name, open.name.with(\.tokenKind, .identifier("public final")))
            return refuse(
                open, "notFinal", message, fix: .replace(open, with: fixed, "write 'public final'"))
        }
        let word = node.classKeyword
        let fixed = word.with(\.tokenKind, .identifier("final class"))
        // Code is made all the same: the compiler tells the class of a few requirements more, but not each use of it.
        refuse(word, "notFinal", message, fix: .replace(word, with: fixed, "insert 'final'"))
    }

    private mutating func checkInherited(_ type: TypeSyntax, _ model: ModelDeclaration) {
        let name = (type.as(AttributedTypeSyntax.self)?.baseType ?? type).lastName
        if name == "Sendable" {
            refuse(
                type, "sendable",
                "a model cannot be 'Sendable': its objects belong to one context; send its ObjectID or Snapshot"
            )
        }
        if name == "NSObject" { refuseSuperclass(type) }
        if Self.foreignTypes.contains(name) {
            refuse(
                type, "foreign",
                "remove '\(name)': @Model alone makes the class a model")
        }
        let missing = model.missingCoding
        if Set(missing.map(\.conformance)).contains(name) || name == "Codable" && !missing.isEmpty {
            refuse(
                type, "coding",
                "what is coded is the snapshot of an object; remove '\(name)' and code 'snapshot', or write 'init(from:)' and 'encode(to:)' in the class"
            )
        }
    }

    /// Refuses what only a class with a superclass can have.
    private mutating func checkOverrides(_ node: ClassDeclSyntax) {
        for member in node.memberBlock.members where !member.decl.isProtocol((any DeclGroupSyntax).self) {
            let tokens = member.decl.tokens(viewMode: .sourceAccurate)
            guard
                let word = tokens.first(where: {
                    [.keyword(.override), .keyword(.super)].contains($0.tokenKind)
                })
            else { continue }
            return refuseSuperclass(word)
        }
    }

    mutating func refuseSuperclass(_ node: some SyntaxProtocol) {
        refuse(
            node, "inherits", ModelMessage.inherits, isHopeless: true)
    }
}
