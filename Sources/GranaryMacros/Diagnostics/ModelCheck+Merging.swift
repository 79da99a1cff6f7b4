import SwiftSyntax
import SwiftSyntaxBuilder

/// The checks of the merge rules of attributes.
extension ModelCheck {
    mutating func checkMergeRules(of property: PropertyDeclaration, in model: ModelDeclaration) {
        let rules = property.mergeRules
        if let first = rules.first { checkMergeRule(first, property, model) }
        for other in rules.dropFirst() {
            refuse(
                other.node, "twoMerges",
                "'\(property.name)' has two merge rules, and only one can decide; keep one",
                fix: removal(of: other.node, from: property), isHopeless: true)
        }
    }

    private mutating func checkMergeRule(
        _ rule: MergeSyntax, _ property: PropertyDeclaration, _ model: ModelDeclaration
    ) {
        if model.key.contains(where: { $0.name == property.name }) {
            return refuse(
                rule.node, "mergeKey",
                "a primary key does not change, so there is nothing to merge; remove '.merge'",
                fix: removal(of: rule.node, from: property), isHopeless: true)
        }
        guard let kind = rule.kind else { return refuseUnknown(rule) }
        if let kinds = kind.kinds(refusing: property.type) {
            return refuse(
                rule.node, "mergeType",
                "'.merge(.\(kind.rawValue))' is for \(kinds), not for '\(property.type)'; remove it, or write a function and '.merge(.function(…))'",
                fix: removal(of: rule.node, from: property), isHopeless: true)
        }
        switch kind {
        case .maximum, .minimum, .sum, .union: break
        case .latest: checkStamp(rule, property, model)
        case .function: checkFunction(rule, property, model)
        }
    }

    private mutating func refuseUnknown(_ rule: MergeSyntax) {
        let message =
            "write the merge rule as '.maximum', '.minimum', '.sum', '.union', '.latest(by: \"…\")' or '.function(\"…\")': macros see only source text"
        let plain: [MergeSyntax.Kind] = [.maximum, .minimum, .sum, .union]
        guard rule.rule.is(MemberAccessExprSyntax.self), let name = rule.writtenName,
            let nearest = plain.first(where: { $0.rawValue.distance(to: name) <= 2 })
        else { return refuse(rule.rule, "merge", message, isHopeless: true) }
        refuse(
            rule.rule, "merge", message,
            fix: .replace(
                rule.rule, with: ExprSyntax(".\(raw: nearest.rawValue)"), "write '.\(nearest.rawValue)'"),
            isHopeless: true)
    }

    /// The attribute that says which side is later.
    private mutating func checkStamp(
        _ rule: MergeSyntax, _ property: PropertyDeclaration, _ model: ModelDeclaration
    ) {
        let node = rule.argument ?? rule.node
        guard let name = rule.argument?.literalText else {
            return refuse(node, "merge", "name the attribute by a string literal", isHopeless: true)
        }
        if name == property.name {
            return refuse(
                rule.rule, "merge",
                "an attribute that is merged by itself is merged by '.maximum'; write that",
                fix: .replace(rule.rule, with: ExprSyntax(".maximum"), "write '.maximum'"), isHopeless: true)
        }
        guard let stamp = model.attributes.first(where: { $0.name == name }) else {
            let known = model.attributes.map(\.name).filter { $0 != property.name }
            return refuseName(
                node, name, known, "'\(model.name)' has no attribute '\(name)'",
                "declare it, such as 'var \(name): Date'")
        }
        if stamp.type.mayTellLater { return }
        refuse(
            node, "mergeStamp",
            "'\(name)' is of type '\(stamp.type)'; only dates and numbers tell which side is later",
            isHopeless: true)
    }

    private mutating func checkFunction(
        _ rule: MergeSyntax, _ property: PropertyDeclaration, _ model: ModelDeclaration
    ) {
        let node = rule.argument ?? rule.node
        guard let name = rule.argument?.literalText else {
            return refuse(node, "merge", "name the function by a string literal", isHopeless: true)
        }
        let known = model.typeFunctions
        if known.contains(name) { return }
        let type = property.type
        refuseName(
            node, name, known, "'\(model.name)' has no function '\(name)'",
            "write 'static func \(name)(base: \(type), mine: \(type), theirs: \(type)) -> \(type)' in the class"
        )
    }

    /// A name that the model does not have: the nearest one it has is offered.
    private mutating func refuseName(
        _ node: ExprSyntax, _ name: String, _ known: [String], _ problem: String, _ remedy: String
    ) {
        guard let nearest = known.min(by: { $0.distance(to: name) < $1.distance(to: name) }),
            nearest.distance(to: name) <= 2
        else { return refuse(node, "merge", "\(problem); \(remedy)", isHopeless: true) }
        refuse(
            node, "merge", "\(problem); did you mean '\(nearest)'?",
            fix: .replace(
                node, with: ExprSyntax(StringLiteralExprSyntax(content: nearest)), "write '\(nearest)'"),
            isHopeless: true)
    }
}

extension MergeSyntax.Kind {
    /// The kinds of type that the rule is for, if it cannot be for a type whose name is known; `nil` when it fits, or
    /// the compiler has to tell.
    fileprivate func kinds(refusing type: TypeSyntax) -> String? {
        let bare = type.wrapped ?? type
        let isCollection = bare.element.trimmedDescription != bare.trimmedDescription
        guard bare.isScalar || isCollection else { return nil }
        switch self {
        case .latest, .function: return nil
        case .maximum, .minimum:
            return bare.isNumber || ["Date", "String"].contains(bare.lastName)
                ? nil : "numbers, dates and text"
        case .sum: return bare.isNumber ? nil : "numbers"
        case .union:
            return isCollection && !bare.is(DictionaryTypeSyntax.self) ? nil : "sets, arrays and option sets"
        }
    }
}

extension TypeSyntax {
    /// Whether values can tell which of two sides is later, as far as the name of the type tells.
    fileprivate var mayTellLater: Bool {
        let bare = wrapped ?? self
        if bare.isNumber || bare.lastName == "Date" { return true }
        return !bare.isScalar && bare.element.trimmedDescription == bare.trimmedDescription
    }
}
