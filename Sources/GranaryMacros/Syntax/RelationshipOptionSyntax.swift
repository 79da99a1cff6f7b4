import SwiftSyntax

/// An option of `@Relationship`, such as `.required`.
enum RelationshipOptionSyntax: String, CaseIterable {
    case required, deletingRemoved

    /// Reads an option; `nil` when its source does not show which one it is.
    init?(_ node: ExprSyntax) {
        guard let member = node.as(MemberAccessExprSyntax.self),
            member.base.map({
                ["RelationshipOption", "Granary.RelationshipOption"].contains($0.trimmedDescription)
            }) ?? true
        else { return nil }
        self.init(rawValue: member.declName.baseName.text)
    }
}
