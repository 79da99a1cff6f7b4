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

extension ModelCheck.Fix {
    /// Writes the arguments of two attributes into the first one; `nil` when both say something of the same name.
    static func merge(_ second: AttributeSyntax, into first: AttributeSyntax, of variable: VariableDeclSyntax)
        -> Self?
    {
        let all = Array(first.argumentList ?? []) + Array(second.argumentList ?? [])
        let labels = all.compactMap(\.label?.text)
        guard Set(labels).count == labels.count else { return nil }
        var written: [String] = []
        for argument in all.filter({ $0.label == nil }) + all.filter({ $0.label != nil }) {
            if !written.contains(argument.written) { written.append(argument.written) }
        }
        let merged = first.with(arguments: written)
        let placed = merged.with(\.leadingTrivia, first.leadingTrivia).with(
            \.trailingTrivia, first.trailingTrivia)
        let attributes = variable.attributes.compactMap { element -> AttributeListSyntax.Element? in
            switch element.as(AttributeSyntax.self)?.id {
            case first.id: .attribute(placed)
            case second.id: nil
            default: element
            }
        }
        var fixed = variable.with(\.attributes, AttributeListSyntax(attributes))
        fixed.leadingTrivia = variable.leadingTrivia
        return .replace(variable, with: fixed, "write '\(merged)'")
    }

    /// Takes a modifier away from a property.
    static func remove(_ modifier: DeclModifierSyntax, from variable: VariableDeclSyntax) -> Self {
        var fixed = variable.with(\.modifiers, variable.modifiers.filter { $0.id != modifier.id })
        fixed.leadingTrivia = variable.leadingTrivia
        return .replace(variable, with: fixed, "remove '\(modifier.trimmed)'")
    }
}

extension AttributeSyntax {
    /// The attribute with other arguments, as they are written; without parentheses where there are none.
    func with(arguments: [String]) -> AttributeSyntax {
        let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
        return AttributeSyntax("@\(attributeName.trimmed)\(raw: list)")
    }

    /// The attribute without some of its arguments.
    func without(_ isGone: (LabeledExprSyntax) -> Bool) -> AttributeSyntax {
        with(arguments: (argumentList ?? []).filter { !isGone($0) }.map(\.written))
    }

    /// The attribute without one of its options.
    func withoutOption(_ name: String) -> AttributeSyntax {
        without {
            $0.label == nil && $0.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == name
        }
    }
}

extension LabeledExprSyntax {
    /// The argument as it is written, without the comma after it.
    var written: String { trimmed.with(\.trailingComma, nil).trimmedDescription }
}
