import SwiftSyntax
import SwiftSyntaxBuilder

extension ModelCheck.Fix {
    /// Takes an attribute away from a property.
    static func remove(_ mark: AttributeSyntax, from variable: VariableDeclSyntax) -> Self {
        let kept = variable.attributes.filter { $0.as(AttributeSyntax.self)?.id != mark.id }
        var fixed = variable.with(\.attributes, kept)
        fixed.leadingTrivia = variable.leadingTrivia
        return .replace(variable, with: fixed, "remove '@\(mark.attributeName.lastName)'")
    }

    /// Puts an attribute before a property.
    static func insert(_ mark: String, before variable: VariableDeclSyntax) -> Self {
        let added = AttributeSyntax("\(raw: mark)").with(\.trailingTrivia, .space)
        var bare = variable
        bare.leadingTrivia = []
        bare.attributes = AttributeListSyntax([.attribute(added)] + Array(bare.attributes))
        bare.leadingTrivia = variable.leadingTrivia
        return .replace(variable, with: bare, "insert '\(mark)'")
    }
}

extension AttributeSyntax {
    /// The attribute without one of its options.
    func withoutOption(_ name: String) -> AttributeSyntax {
        let kept = (argumentList ?? []).filter {
            $0.label != nil || $0.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text != name
        }
        let written = kept.map { $0.trimmed.with(\.trailingComma, nil).description }.joined(separator: ", ")
        return AttributeSyntax("@\(attributeName.trimmed)(\(raw: written))")
    }
}
