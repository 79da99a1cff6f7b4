import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Gives an attribute hidden storage, and accessors that tell the object before it changes.
struct AttributeStorageMacro: PeerMacro, AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = PropertyDeclaration(declaration) else { return [] }
        let value = property.literalDefault.map { " = \($0)" } ?? ""
        return ["private var \(raw: property.storage): \(property.type.trimmed)\(raw: value)"]
    }

    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = PropertyDeclaration(declaration), let position = node.position else { return [] }
        let storage = property.storage
        return [
            property.initAccessor, property.getter,
            """
            set {
                if Granary._StoredAttribute.isSame(\(raw: storage), newValue) { return }
                willChange(\(position))
                \(raw: storage) = \(raw: property.kept("newValue"))
            }
            """,
        ]
    }
}

/// Gives an attribute of the primary key hidden storage, and a setter that works until the object is inserted.
struct KeyStorageMacro: PeerMacro, AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = PropertyDeclaration(declaration) else { return [] }
        let value =
            property.literalDefault.map { "\($0)" } ?? (property.type.isGeneratedKey ? ".unassigned" : nil)
        let assigned = value.map { " = \($0)" } ?? ""
        return ["private var \(raw: property.storage): \(property.type.trimmed)\(raw: assigned)"]
    }

    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = PropertyDeclaration(declaration) else { return [] }
        return [
            property.initAccessor, property.getter,
            """
            set {
                if Granary._StoredAttribute.isSame(\(raw: property.storage), newValue) { return }
                guard _mayChangeKey() else { return }
                \(raw: property.storage) = \(raw: property.kept("newValue"))
            }
            """,
        ]
    }
}

/// Gives a relationship to one its reference, and accessors that load it and keep the other side in step.
struct ToOneStorageMacro: PeerMacro, AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = PropertyDeclaration(declaration), let target = property.type.wrapped else {
            return []
        }
        return ["private var \(raw: property.storage): Granary._Reference<\(target.trimmed)> = .empty"]
    }

    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = PropertyDeclaration(declaration), let position = node.position else { return [] }
        return [
            "get { toOne(\(raw: property.storage), at: \(position)) }",
            "set { setToOne(newValue, at: \(position)) }",
        ]
    }
}

/// Gives a relationship to many a place for what is loaded of it, and a getter.
struct ToManyStorageMacro: PeerMacro, AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = PropertyDeclaration(declaration) else { return [] }
        return ["private var \(raw: property.storage): Granary.ToManyMembers? = nil"]
    }

    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let position = node.position else { return [] }
        return ["get { Granary.ToMany(owner: self, position: \(position)) }"]
    }
}

extension PropertyDeclaration {
    var initAccessor: AccessorDeclSyntax {
        """
        @storageRestrictions(initializes: \(raw: storage))
        init(initialValue) { \(raw: storage) = \(raw: kept("initialValue")) }
        """
    }

    /// The code for what is kept of an assigned value.
    func kept(_ value: String) -> String {
        (type.wrapped ?? type).isExactScalar ? value : "Granary._StoredAttribute.normalized(\(value))"
    }

    var getter: AccessorDeclSyntax { "get { \(raw: storage) }" }
}

extension AttributeSyntax {
    /// The position written by `@Model`.
    var position: ExprSyntax? {
        guard case .argumentList(let arguments)? = arguments else { return nil }
        return arguments.first?.expression.trimmed
    }
}
