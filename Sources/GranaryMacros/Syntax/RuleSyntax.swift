import SwiftSyntax

/// A rule among the options of `@Attribute`, such as `.length(1...100)`.
struct RuleSyntax {
    /// The rules that there are.
    enum Kind: String, CaseIterable {
        case notEmpty, trimmed, length, range, fraction, pattern, satisfies

        /// Whether it is written with an argument of its own, beside the key of its message.
        var hasArgument: Bool { self != .notEmpty && self != .trimmed }
    }

    /// The whole option, at its place in the source.
    let node: ExprSyntax
    let kind: Kind
    /// The argument in its parentheses.
    let argument: ExprSyntax?
    /// The key of its message, as it is written.
    let message: ExprSyntax?

    /// Reads an option; `nil` when it is no rule.
    init?(_ node: ExprSyntax) {
        self.node = node
        let call = node.as(FunctionCallExprSyntax.self)
        guard let member = (call?.calledExpression ?? node).as(MemberAccessExprSyntax.self),
            member.isAttributeOption,
            let kind = Kind(rawValue: member.declName.baseName.text)
        else { return nil }
        self.kind = kind
        var arguments = (call?.arguments).map(Array.init) ?? []
        message = arguments.last?.label?.text == "message" ? arguments.removeLast().expression : nil
        argument = arguments.first?.expression
        if arguments.count != (kind.hasArgument ? 1 : 0) { return nil }
        // `.notEmpty()` does not compile.
        if call != nil, argument == nil, message == nil { return nil }
    }

    /// The rule as failures name it.
    var name: String {
        guard let argument else { return kind.rawValue }
        if kind == .satisfies { return argument.literalText ?? "" }
        let text = argument.tokens(viewMode: .sourceAccurate).map(\.text).joined()
        return "\(kind.rawValue)(\(text))"
    }

    /// The ends of a range.
    var ends: RangeEnds? { argument.flatMap { RangeEnds($0) } }
}

extension MemberAccessExprSyntax {
    /// Whether it names a member of `AttributeOption`, as far as its source tells.
    var isAttributeOption: Bool {
        base.map { ["AttributeOption", "Granary.AttributeOption"].contains($0.trimmedDescription) } ?? true
    }
}

extension PropertyDeclaration {
    /// The rules of its `@Attribute`, as far as they are written as such.
    var rules: [RuleSyntax] { (attribute("Attribute")?.optionNodes ?? []).compactMap { RuleSyntax($0) } }

    /// Whether its `@Relationship` says that it is required.
    var isRequired: Bool { has(.required) }

    /// Whether its `@Relationship` says that removed members are deleted.
    var deletesRemoved: Bool { has(.deletingRemoved) }

    /// The name that its `@Relationship` gives the table of its pairs.
    var pairsTable: ExprSyntax? {
        node(of: .table)?.as(FunctionCallExprSyntax.self)?.arguments.first?.expression
    }

    private func has(_ option: RelationshipOptionSyntax) -> Bool { node(of: option) != nil }

    private func node(of option: RelationshipOptionSyntax) -> ExprSyntax? {
        attribute("Relationship")?.optionNodes.first { RelationshipOptionSyntax($0) == option }
    }
}
