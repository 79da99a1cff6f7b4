import SwiftSyntax
import SwiftSyntaxBuilder

/// The checks of the rules of attributes and relationships.
extension ModelCheck {
    mutating func checkRules(of property: PropertyDeclaration, in model: ModelDeclaration) {
        for rule in property.rules {
            if let kinds = rule.kinds(refusing: property.type) {
                refuse(
                    rule.node, "ruleType",
                    "'.\(rule.kind.rawValue)' is for \(kinds), not for '\(property.type)'; remove it, or write a function and '.satisfies'",
                    fix: removal(of: rule.node, from: property), isHopeless: true)
            } else {
                checkArgument(of: rule, property, model)
            }
        }
    }

    private mutating func checkArgument(
        of rule: RuleSyntax, _ property: PropertyDeclaration, _ model: ModelDeclaration
    ) {
        if let message = rule.message, message.literalText?.isEmpty ?? true {
            refuseRule(
                message, "write the key of the message as a literal, such as 'message: \"name.missing\"'")
        }
        switch rule.kind {
        case .notEmpty, .trimmed: break
        case .length: checkLength(rule)
        case .range: checkRange(rule, property)
        case .fraction: checkFraction(rule)
        case .pattern: checkPattern(rule)
        case .satisfies: checkFunction(rule, property, model)
        }
    }

    private mutating func checkLength(_ rule: RuleSyntax) {
        let node = rule.argument ?? rule.node
        guard let ends = rule.ends, [ends.lower, ends.upper].allSatisfy({ $0?.isInteger ?? true }) else {
            return refuseRule(node, "write the length as literals, such as '.length(1...100)'")
        }
        // The range ..<0 holds no length either.
        let least: Double = ends.isClosed ? 0 : 1
        if ends.isEmpty || (ends.lower?.value ?? 0) < 0 || (ends.upper?.value ?? least) < least {
            refuseRule(node, "nothing has such a length; write the smaller number first, from 0 on")
        }
    }

    private mutating func checkRange(_ rule: RuleSyntax, _ property: PropertyDeclaration) {
        let node = rule.argument ?? rule.node
        guard let ends = rule.ends else {
            return refuseRule(node, "write the range as literals, such as '.range(0...100)'")
        }
        if ends.isEmpty {
            return refuseRule(node, "no number is in this range; write the smaller one first")
        }
        let type = property.type.wrapped ?? property.type
        if type.isInteger, [ends.lower, ends.upper].contains(where: { $0.map { !$0.isInteger } ?? false }) {
            refuseRule(node, "'\(property.name)' holds integers; write the range with integers")
        }
    }

    /// A fraction has a most: the zeros at the end of a decimal are not stored, so a least means nothing.
    private mutating func checkFraction(_ rule: RuleSyntax) {
        guard let ends = rule.ends, ends.lower == nil, ends.isClosed, let most = ends.upper, most.isInteger,
            most.value >= 0
        else {
            return refuseRule(
                rule.argument ?? rule.node,
                "write the most digits after the point as a literal, such as '.fraction(...2)'")
        }
    }

    private mutating func checkPattern(_ rule: RuleSyntax) {
        let node = rule.argument ?? rule.node
        guard let text = rule.argument?.literalText else {
            return refuseRule(
                node, "write the expression as a literal, such as #\"[A-Z]{2}\"#: macros see only source text"
            )
        }
        do {
            _ = try Regex(text)
        } catch {
            refuseRule(node, "this is no regular expression: \(error)")
        }
    }

    private mutating func checkFunction(
        _ rule: RuleSyntax, _ property: PropertyDeclaration, _ model: ModelDeclaration
    ) {
        let node = rule.argument ?? rule.node
        guard let name = rule.argument?.literalText else {
            return refuseRule(node, "name the function by a string literal")
        }
        let known = model.typeFunctions
        if known.contains(name) { return }
        let type = property.type.wrapped ?? property.type
        guard let nearest = known.min(by: { $0.distance(to: name) < $1.distance(to: name) }),
            nearest.distance(to: name) <= 2
        else {
            return refuseRule(
                node,
                "'\(model.name)' has no function '\(name)'; write 'static func \(name)(_ value: \(type)) -> Bool' in the class"
            )
        }
        refuse(
            node, "rule", "'\(model.name)' has no function '\(name)'; did you mean '\(nearest)'?",
            fix: .replace(
                node, with: ExprSyntax(StringLiteralExprSyntax(content: nearest)), "write '\(nearest)'"),
            isHopeless: true)
    }

    private mutating func refuseRule(_ node: some SyntaxProtocol, _ message: String) {
        refuse(node, "rule", message, isHopeless: true)
    }

    /// The options of a relationship.
    mutating func checkOptions(of property: PropertyDeclaration, _ mark: AttributeSyntax) {
        for option in mark.optionNodes {
            switch (RelationshipOptionSyntax(option), property.kind) {
            // The compiler refuses these, and says what to write.
            case (nil, _) where Self.foreignRelationshipOptions.contains(option.calledMember ?? ""): break
            case (nil, let kind):
                let name = kind == .toMany ? ".deletingRemoved" : ".required"
                refuse(
                    option, "option", "write the option as '\(name)': macros see only source text",
                    fix: .replace(option, with: ExprSyntax("\(raw: name)"), "write '\(name)'"))
            case (.required?, .toMany):
                refuse(
                    option, "requiredMany",
                    "a relationship to many may be empty in a store at any time; remove '.required', or check it in 'validate(for:)'",
                    fix: removal(of: option, from: property), isHopeless: true)
            case (.deletingRemoved?, .toMany):
                checkDeleteRule(of: property, mark, option)
            case (.deletingRemoved?, _):
                refuse(
                    option, "deletingRemovedOne",
                    "only a relationship to many has members to remove; write '.deletingRemoved' at the other side",
                    fix: removal(of: option, from: property), isHopeless: true)
            case (.table?, .toMany), (.required?, _): break
            case (.table?, _):
                refuse(
                    option, "tableOfOne",
                    "only a relationship of many to many has a table of pairs; remove '\(option.trimmed)', or name the column: 'column:'",
                    fix: removal(of: option, from: property), isHopeless: true)
            }
        }
    }

    /// Removed members are deleted, so those of a deleted owner may not stay.
    private mutating func checkDeleteRule(
        of property: PropertyDeclaration, _ mark: AttributeSyntax, _ option: ExprSyntax
    ) {
        if let rule = mark.argument("onDelete") {
            let name = rule.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            guard name == "nullify" || name == "noAction" else { return }
        }
        refuse(
            option, "deletingRemovedRule",
            "'.deletingRemoved' deletes what '\(property.name)' loses, so name what deleting the owner does: add 'onDelete: .cascade', or '.deny'",
            isHopeless: true)
    }

    /// A correction that takes one option out of its mark.
    func removal(of option: ExprSyntax, from property: PropertyDeclaration) -> Fix? {
        let name = property.kind == .attribute ? "Attribute" : "Relationship"
        guard let mark = property.attribute(name) else { return nil }
        let fixed = mark.without { $0.expression.id == option.id }
        return .replace(mark, with: fixed, "remove '\(option.trimmed)'")
    }
}

extension RuleSyntax {
    /// The kinds of type that the rule is for, if it cannot be for a type whose name is known; `nil` when it fits, or
    /// the compiler has to tell.
    fileprivate func kinds(refusing type: TypeSyntax) -> String? {
        let bare = type.wrapped ?? type
        let isCollection = bare.element.trimmedDescription != bare.trimmedDescription
        guard bare.isScalar || isCollection else { return nil }
        switch kind {
        case .satisfies: return nil
        case .notEmpty, .length:
            return ["String", "URL", "Data"].contains(bare.lastName) ? nil : "text and bytes"
        case .pattern, .trimmed: return ["String", "URL"].contains(bare.lastName) ? nil : "text"
        case .range:
            return bare.isNumber ? nil : "numbers"
        case .fraction: return bare.lastName == "Decimal" ? nil : "decimals"
        }
    }
}

extension TypeSyntax {
    /// Whether it is an integer type that attributes can have.
    var isInteger: Bool { Self.keyIntegers.union(["UInt", "UInt64"]).contains(lastName) }

    /// Whether it is a type of numbers that attributes can have.
    var isNumber: Bool { isInteger || ["Double", "Float", "Decimal"].contains(lastName) }
}

extension ModelDeclaration {
    /// The names of the type's functions that the class itself declares.
    var typeFunctions: [String] {
        node.memberBlock.members.compactMap { member in
            guard let function = member.decl.as(FunctionDeclSyntax.self),
                function.modifiers.contains(where: { ["static", "class"].contains($0.name.text) })
            else { return nil }
            return function.name.identifier?.name ?? function.name.text
        }
    }
}
