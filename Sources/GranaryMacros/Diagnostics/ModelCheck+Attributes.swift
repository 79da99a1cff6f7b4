import SwiftSyntax
import SwiftSyntaxBuilder

/// The checks of attributes.
extension ModelCheck {
    /// The marks that do not go together.
    mutating func checkMarks(_ property: PropertyDeclaration) {
        for name in ["Attribute", "Relationship"] {
            checkRepetition(of: name, property)
            checkLabels(of: name, property)
        }
        for option in property.attribute("Attribute")?.optionNodes ?? []
        where option.optionName == nil && RuleSyntax(option) == nil && MergeSyntax(option) == nil {
            refuseOption(option)
        }
        if let mark = property.attribute("Attribute"),
            property.attribute("Relationship") != nil || property.type.manyTarget != nil
        {
            refuse(
                mark, "attributeOnRelationship", "'\(property.name)' is a relationship; remove @Attribute",
                fix: .remove(mark, from: property.node))
        }
    }

    /// A mark that is written twice, since only one is read.
    private mutating func checkRepetition(of name: String, _ property: PropertyDeclaration) {
        let marks = property.node.attributes.written.filter { $0.attributeName.lastName == name }
        guard let first = marks.first, let second = marks.dropFirst().first else { return }
        refuse(
            second, "twoMarks",
            "'\(property.name)' is marked @\(name) twice, and only one mark is read; write all of it into one",
            fix: marks.count == 2 ? .merge(second, into: first, of: property.node) : nil)
    }

    /// The labels that other frameworks give to what has another name here.
    private mutating func checkLabels(of name: String, _ property: PropertyDeclaration) {
        let names = ["deleteRule": "onDelete", "originalName": "renamedFrom", "name": "column"]
        for argument in property.attribute(name)?.argumentList ?? [] {
            guard let label = argument.label, let known = names[label.text] else { continue }
            refuse(
                label, "label", "'\(label.text):' is written '\(known):'",
                fix: .replace(label, with: label.with(\.tokenKind, .identifier(known)), "write '\(known):'"))
        }
    }

    /// An option that the macro cannot read.
    private mutating func refuseOption(_ option: ExprSyntax) {
        // The compiler refuses these, and says what to write.
        if Self.foreignOptions.contains(option.calledMember ?? "") { return }
        if option.is(StringLiteralExprSyntax.self) {
            let fixed = LabeledExprSyntax(label: "column", expression: option.trimmed)
            return refuse(
                option, "label", "name the column with its label: '\(fixed)'",
                fix: option.parent.map { .replace($0, with: fixed, "write '\(fixed)'") })
        }
        if let list = option.as(ArrayExprSyntax.self) {
            let fixed = list.elements.map { "\($0.expression.trimmed)" }.joined(separator: ", ")
            return refuse(
                option, "option", "write the options one after the other, without brackets: '\(fixed)'")
        }
        let message =
            "write the option as '.primaryKey', '.unique', '.indexed', '.indexed(.caseInsensitive)' or a rule such as '.notEmpty' or '.length(1...9)': macros see only source text"
        guard let nearest = option.meantOption else { return refuse(option, "option", message) }
        refuse(
            option, "option", message,
            fix: .replace(option, with: ExprSyntax(".\(raw: nearest)"), "write '.\(nearest)'"))
    }

    mutating func checkAttribute(_ property: PropertyDeclaration) {
        if property.attribute("Relationship") != nil { return checkToOneShape(property) }
        checkType(property)
        checkDefault(property)
        guard let mark = property.attribute("Attribute"), property.options.contains("primaryKey"),
            property.options.contains("unique")
        else { return }
        refuse(
            mark, "uniqueKey", "a primary key is unique already; remove '.unique'",
            fix: .replace(mark, with: mark.withoutOption("unique"), "remove '.unique'"))
    }

    private mutating func checkType(_ property: PropertyDeclaration) {
        let type = property.type
        if refuseForced(property) { return }
        let bare = (type.wrapped ?? type).withoutParentheses
        guard let reason = bare.reasonNotToStore else { return }
        refuse(
            property.typeNode, "unsupportedType",
            "\(reason) cannot be stored; use a type that is Codable, Sendable and Equatable, or mark the property @Transient",
            fix: property.initialValue == nil && type.wrapped == nil
                ? nil : .insert("@Transient", before: property.node),
            isHopeless: true)
    }

    /// Refuses `Value!`.
    mutating func refuseForced(_ property: PropertyDeclaration) -> Bool {
        guard let forced = property.type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return false }
        let fixed = OptionalTypeSyntax(wrappedType: forced.wrappedType.trimmed)
        refuse(
            property.typeNode, "forced",
            "an implicitly unwrapped optional traps when it is nil; write '\(fixed)'",
            fix: .replace(property.typeNode, with: TypeSyntax(fixed), "write '\(fixed)'"), isHopeless: true)
        return true
    }

    private mutating func checkDefault(_ property: PropertyDeclaration) {
        let declared = property.attribute("Attribute")?.argument("default")
        if let declared, let value = property.valueNode {
            return refuse(
                value, "twoDefaults",
                "'\(property.name)' has two defaults: \(declared) and \(value.trimmed); keep one")
        }
        if let given = property.attribute("Attribute")?.argumentNode("default") ?? property.valueNode,
            !given.mayBeLiteral(of: property.type)
        {
            // The compiler says it of an initial value, and once where no code repeats it.
            if declared == nil { return leaveOut() }
            return refuse(
                given, "defaultType", "the default '\(given.trimmed)' is no '\(property.type)'",
                isHopeless: true)
        }
        guard let value = property.valueNode, !value.isConstant(for: property.type) else { return }
        let message =
            "an initial value is made again for every object that is read, so it must be a literal or a case; "
            + "other defaults belong in @Attribute(default:)"
        if property.attribute("Attribute") == nil, property.type.isGeneratedKey, property.name == "id" {
            return refuse(
                value, "keyValue", "keys of this type are made at insertion; leave the initial value out",
                fix: property.withoutInitialValue.map {
                    .replace(property.node, with: $0, "remove the initial value")
                })
        }
        refuse(
            value, "defaultNotConstant", message,
            fix: property.withDefault(value.trimmed).map {
                .replace(property.node, with: $0, "move it to '@Attribute(default:)'")
            })
    }
}

extension TypeSyntax {
    /// Why no store can hold values of the type, as the beginning of a sentence; `nil` when nothing speaks against it.
    var reasonNotToStore: String? {
        if self.is(TupleTypeSyntax.self) { return "a tuple" }
        if self.is(FunctionTypeSyntax.self) { return "a function" }
        if self.is(MetatypeTypeSyntax.self) { return "a type" }
        if self.is(SomeOrAnyTypeSyntax.self) || self.is(CompositionTypeSyntax.self) {
            return "a value of any type"
        }
        if ["Any", "AnyObject", "AnyHashable"].contains(lastName) { return "a value of any type" }
        if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.reasonNotToStore }
        if self.is(ArrayTypeSyntax.self) || self.is(DictionaryTypeSyntax.self) {
            return element.trimmedDescription == trimmedDescription ? nil : element.reasonNotToStore
        }
        return nil
    }

    /// The type inside redundant parentheses.
    var withoutParentheses: TypeSyntax {
        guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
            let only = tuple.elements.first
        else { return self }
        return only.type.trimmed.withoutParentheses
    }
}

extension PropertyDeclaration {
    /// The declaration without its initial value.
    var withoutInitialValue: VariableDeclSyntax? {
        guard var binding = node.bindings.first else { return nil }
        binding.initializer = nil
        binding.typeAnnotation = binding.typeAnnotation?.trimmed
        return node.with(\.bindings, PatternBindingListSyntax([binding]))
    }

    /// The declaration with its initial value moved to `@Attribute(default:)`.
    func withDefault(_ value: ExprSyntax) -> VariableDeclSyntax? {
        guard var bare = withoutInitialValue else { return nil }
        let leading = node.leadingTrivia
        bare.leadingTrivia = []
        guard let mark = attribute("Attribute") else {
            let added = AttributeSyntax("@Attribute(default: \(value))").with(\.trailingTrivia, .space)
            bare.attributes = AttributeListSyntax([.attribute(added)] + Array(bare.attributes))
            bare.leadingTrivia = leading
            return bare
        }
        let written = (mark.argumentList ?? []).map(\.written)
        let replaced = mark.with(arguments: written + ["default: \(value)"]).with(\.trailingTrivia, .space)
        let others = node.attributes.filter { $0.as(AttributeSyntax.self)?.id != mark.id }
        bare.attributes = AttributeListSyntax([.attribute(replaced)] + Array(others))
        bare.leadingTrivia = leading
        return bare
    }
}
