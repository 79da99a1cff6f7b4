import SwiftSyntax
import SwiftSyntaxBuilder

/// The checks of the primary key.
extension ModelCheck {
    mutating func checkKey(_ model: ModelDeclaration) {
        let key = model.key
        if key.isEmpty {
            // Beside a superclass, which a macro cannot tell from a protocol, code would only add errors.
            if !model.inherited.isEmpty { return refuseMissingKey(model) }
            return checkPart(nil) { $0.refuseMissingKey(model) }
        }
        let isAlone = key.count == 1
        for property in key { checkPart(property.name) { $0.checkKeyType(property, isAlone: isAlone) } }
    }

    private mutating func refuseMissingKey(_ model: ModelDeclaration) {
        let message =
            "'\(model.name)' needs a primary key: mark an attribute with '@Attribute(.primaryKey)', "
            + "or add 'var id: UUID'"
        if let id = model.attributes.first(where: { $0.name == "id" }) {
            if id.type.mayBeKey { return refuseUnmarkedKey(id, message) }
            // Whoever calls a property so means the key, and another one cannot have this name.
            return checkKeyType(id, isAlone: true)
        }
        let block = model.node.memberBlock
        let indentation = block.members.first?.leadingTrivia ?? [.newlines(1), .spaces(4)]
        var added = MemberBlockItemSyntax(decl: DeclSyntax("var id: UUID"))
        added.leadingTrivia = Trivia(pieces: indentation.filter { !$0.isComment })
        if block.members.isEmpty { added.trailingTrivia = .newline }
        let members = MemberBlockItemListSyntax([added] + Array(block.members))
        refuse(
            model.node.name, "noKey", message,
            fix: .replace(block, with: block.with(\.members, members), "add 'var id: UUID'"), isHopeless: true
        )
    }

    /// Refuses a property `id` that could be the key, and does not say so.
    private mutating func refuseUnmarkedKey(_ id: PropertyDeclaration, _ message: String) {
        guard let mark = id.attribute("Attribute") else {
            return refuse(
                id.node.bindings, "noKey", message, fix: .insert("@Attribute(.primaryKey)", before: id.node),
                isHopeless: true)
        }
        let others = (mark.argumentList ?? []).map(\.written).filter { $0 != ".unique" }
        let fixed = mark.with(arguments: [".primaryKey"] + others)
        refuse(mark, "noKey", message, fix: .replace(mark, with: fixed, "write '\(fixed)'"), isHopeless: true)
    }

    private mutating func checkKeyType(_ property: PropertyDeclaration, isAlone: Bool) {
        let type = property.type
        if let wrapped = type.wrapped {
            return refuse(
                property.typeNode, "optionalKey", "a primary key cannot be missing; write '\(wrapped)'",
                fix: .replace(property.typeNode, with: wrapped, "write '\(wrapped)'"), isHopeless: true)
        }
        if ["UInt", "UInt64"].contains(type.lastName) {
            return refuse(
                property.typeNode, "keyType", "a primary key must fit 64 signed bits; write 'Int64'",
                fix: .replace(property.typeNode, with: TypeSyntax("Int64"), "write 'Int64'"), isHopeless: true
            )
        }
        if isAlone ? type.mayBeKey : type.mayBeKeyPart { return }
        refuse(
            property.typeNode, "keyType",
            isAlone
                ? "a primary key is an integer, a UUID or a String"
                : "the parts of a primary key are integers, UUID, String, Bool or Date", isHopeless: true)
    }
}

extension TriviaPiece {
    /// Whether the piece is a comment.
    var isComment: Bool {
        switch self {
        case .lineComment, .blockComment, .docLineComment, .docBlockComment: true
        default: false
        }
    }
}
