import SwiftSyntax

/// An option of `@Relationship`, such as `.required`.
enum RelationshipOptionSyntax: String, CaseIterable {
    case required, deletingRemoved, table

    /// Reads an option; `nil` when its source does not show which one it is.
    init?(_ node: ExprSyntax) {
        let call = node.as(FunctionCallExprSyntax.self)
        guard let member = (call?.calledExpression ?? node).as(MemberAccessExprSyntax.self),
            member.base.map({
                ["RelationshipOption", "Granary.RelationshipOption"].contains($0.trimmedDescription)
            }) ?? true
        else { return nil }
        self.init(rawValue: member.declName.baseName.text)
        if (self == .table) != (call != nil) { return nil }
    }
}
