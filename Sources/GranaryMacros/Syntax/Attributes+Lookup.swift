import SwiftParser
import SwiftSyntax

extension AttributeListSyntax {
    /// The attributes as they are written, without those in conditions.
    var written: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }

    /// The first attribute with a name, also when it is qualified by the module.
    func attribute(_ name: String) -> AttributeSyntax? {
        written.first { $0.attributeName.lastName == name }
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

    /// The arguments without label.
    var optionNodes: [ExprSyntax] {
        // A filtered collection of syntax would be a new tree, whose nodes are not those of the source.
        Array(argumentList ?? []).filter { $0.label == nil }.map(\.expression)
    }

    /// The names of the arguments without label, such as `primaryKey` for `.primaryKey`, also where one is misspelt.
    var options: [String] { optionNodes.compactMap { $0.optionName ?? $0.meantOption } }
}

extension ExprSyntax {
    /// The options an attribute of a model can have.
    static let options = ["primaryKey", "unique", "indexed"]

    /// The name of the option that is written `.indexed(.caseInsensitive)`.
    static let foldedIndex = "indexed(caseInsensitive)"

    /// The name of an option that is written out, such as `primaryKey` for `.primaryKey`.
    var optionName: String? {
        if isFoldedIndex { return Self.foldedIndex }
        guard let member = self.as(MemberAccessExprSyntax.self), member.isAttributeOption,
            Self.options.contains(member.declName.baseName.text)
        else { return nil }
        return member.declName.baseName.text
    }

    /// Whether it is `.indexed(.caseInsensitive)`.
    private var isFoldedIndex: Bool {
        guard let call = self.as(FunctionCallExprSyntax.self),
            let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.isAttributeOption,
            member.declName.baseName.text == "indexed", call.arguments.count == 1,
            let argument = call.arguments.first, argument.label == nil,
            let option = argument.expression.as(MemberAccessExprSyntax.self)
        else { return false }
        let bases = ["TextOptions", "Granary.TextOptions"]
        return option.declName.baseName.text == "caseInsensitive"
            && (option.base.map { bases.contains($0.trimmedDescription) } ?? true)
    }

    /// The name of the option that is meant by what is no option: `primaryKey` by `.primarykey` and by `.primaryKey()`.
    var meantOption: String? {
        guard optionName == nil, RuleSyntax(self) == nil, MergeSyntax(self) == nil else { return nil }
        let called = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
        guard let member = called.as(MemberAccessExprSyntax.self), member.isAttributeOption else {
            return nil
        }
        let name = member.declName.baseName.text
        return (Self.options + ["notEmpty", "trimmed"]).first { $0.distance(to: name) <= 2 }
    }
}

extension ExprSyntax {
    /// The text of a string literal without interpolation.
    var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}
