import SwiftSyntax

extension ModelCode {
    /// A check for each type that the class inherits, named as a protocol.
    ///
    /// The compiler refuses that of a class, which a macro cannot tell from a protocol, and shows the line with the
    /// remedy.
    var inheritanceChecks: [String] {
        model.inherited.filter { !ModelCheck.foreignTypes.contains($0.lastName) }.enumerated().map {
            "private typealias OnlyProtocol\($0) = any \($1)  // \(ModelMessage.inherits)"
        }
    }
}

extension ModelDeclaration {
    /// The names in the inheritance clause, those of compositions one by one.
    var inherited: [TypeSyntax] {
        (node.inheritanceClause?.inheritedTypes ?? []).flatMap { Self.parts(of: $0.type) }
    }

    private static func parts(of type: TypeSyntax) -> [TypeSyntax] {
        if let attributed = type.as(AttributedTypeSyntax.self) { return parts(of: attributed.baseType) }
        if let composition = type.as(CompositionTypeSyntax.self) {
            return composition.elements.flatMap { parts(of: $0.type) }
        }
        if type.is(SuppressedTypeSyntax.self) { return [] }
        return [type.trimmed]
    }
}
