import SwiftParser
import SwiftSyntax

extension AttributeListSyntax {
    /// The first attribute with a name, also when it is qualified by the module.
    func attribute(_ name: String) -> AttributeSyntax? {
        for case .attribute(let attribute) in self where attribute.attributeName.lastName == name {
            return attribute
        }
        return nil
    }
}

extension AttributeSyntax {
    /// The arguments in parentheses.
    var argumentList: LabeledExprListSyntax? {
        guard case .argumentList(let list)? = arguments else { return nil }
        return list
    }

    /// The argument with a label, at its place in the source, unless it is the literal `nil`.
    func argumentNode(_ label: String) -> ExprSyntax? {
        let found = argumentList?.first { $0.label?.text == label }?.expression
        return found?.is(NilLiteralExprSyntax.self) == true ? nil : found
    }

    /// The argument with a label, for code.
    func argument(_ label: String) -> ExprSyntax? { argumentNode(label)?.trimmed }

    /// The names of the arguments without label, such as `primaryKey` for `.primaryKey`.
    var options: [String] {
        (argumentList ?? []).filter { $0.label == nil }.compactMap {
            $0.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        }
    }
}

extension ExprSyntax {
    /// The text of a string literal without interpolation.
    var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}
