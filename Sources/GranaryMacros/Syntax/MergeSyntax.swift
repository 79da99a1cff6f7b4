import SwiftSyntax

/// A merge rule among the options of `@Attribute`, such as `.merge(.latest(by: "editedAt"))`.
struct MergeSyntax {
    /// The rules that there are.
    enum Kind: String, CaseIterable { case maximum, minimum, sum, union, latest, function }

    /// The whole option, at its place in the source.
    let node: ExprSyntax
    /// The merge rule in its parentheses.
    let rule: ExprSyntax
    /// The rule; `nil` when it cannot be read.
    let kind: Kind?
    /// The argument in the parentheses of the rule: the name of an attribute or a function.
    let argument: ExprSyntax?

    /// Reads an option; `nil` when it is no merge rule.
    init?(_ node: ExprSyntax) {
        guard let call = node.as(FunctionCallExprSyntax.self),
            let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.isAttributeOption,
            member.declName.baseName.text == "merge", call.arguments.count == 1,
            let only = call.arguments.first, only.label == nil
        else { return nil }
        self.node = node
        rule = only.expression
        let made = rule.as(FunctionCallExprSyntax.self)
        argument = made?.arguments.first?.expression
        kind = Self.kind(rule, made)
    }

    private static func kind(_ rule: ExprSyntax, _ call: FunctionCallExprSyntax?) -> Kind? {
        guard let member = (call?.calledExpression ?? rule).as(MemberAccessExprSyntax.self),
            member.base.map({ ["MergeOption", "Granary.MergeOption"].contains($0.trimmedDescription) })
                ?? true,
            let kind = Kind(rawValue: member.declName.baseName.text)
        else { return nil }
        let labels = call.map { $0.arguments.map { $0.label?.text } }
        switch kind {
        case .maximum, .minimum, .sum, .union: return call == nil ? kind : nil
        case .latest: return labels == ["by"] ? kind : nil
        case .function: return labels == [nil] ? kind : nil
        }
    }

    /// The name of the rule as it is written, when it is no rule.
    var writtenName: String? {
        let called = rule.as(FunctionCallExprSyntax.self)?.calledExpression ?? rule
        return called.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }
}

extension PropertyDeclaration {
    /// The merge rules of its `@Attribute`, of which there is one at most in a right model.
    var mergeRules: [MergeSyntax] {
        (attribute("Attribute")?.optionNodes ?? []).compactMap { MergeSyntax($0) }
    }
}
