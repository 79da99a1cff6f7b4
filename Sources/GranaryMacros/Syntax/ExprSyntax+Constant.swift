import SwiftSyntax

extension ExprSyntax {
    /// Whether the expression means the same whenever it is evaluated, and costs next to nothing: a literal, a literal
    /// of such, or a case of an enumeration.
    func isConstant(for type: TypeSyntax) -> Bool {
        if isPlainLiteral { return true }
        if let sign = self.as(PrefixOperatorExprSyntax.self) {
            return ["-", "+"].contains(sign.operator.text) && sign.expression.isNumber
        }
        if let array = self.as(ArrayExprSyntax.self) {
            return array.elements.allSatisfy { $0.expression.isConstant(for: type.element) }
        }
        if let dictionary = self.as(DictionaryExprSyntax.self) {
            guard case .elements(let elements) = dictionary.content else { return true }
            return elements.allSatisfy { $0.key.isPlainLiteral && $0.value.isConstant(for: type.element) }
        }
        return isCase(of: type.wrapped ?? type)
    }

    /// The type that a literal has when nothing else is said.
    var literalType: String? {
        if self.is(BooleanLiteralExprSyntax.self) { return "Bool" }
        if self.is(IntegerLiteralExprSyntax.self) { return "Int" }
        if self.is(FloatLiteralExprSyntax.self) { return "Double" }
        if self.is(StringLiteralExprSyntax.self) { return "String" }
        if let sign = self.as(PrefixOperatorExprSyntax.self) { return sign.expression.literalType }
        return nil
    }

    /// Whether values of a type can be written so, as far as the name of the type tells.
    func mayBeLiteral(of type: TypeSyntax) -> Bool {
        if self.is(NilLiteralExprSyntax.self) { return type.wrapped != nil || !type.isScalar }
        let type = type.wrapped ?? type
        guard let literal = literalType, type.isScalar else { return true }
        switch type.lastName {
        case "String", "Bool": return literal == type.lastName
        case "Double", "Float", "Decimal": return literal == "Int" || literal == "Double"
        case "Date", "UUID", "Data", "URL": return false
        default: return literal == "Int"
        }
    }

    /// The member after a dot without a base, whether it is called or not, such as `index` of `.index`.
    var calledMember: String? {
        let called = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
        guard let member = called.as(MemberAccessExprSyntax.self), member.base == nil else { return nil }
        return member.declName.baseName.text
    }

    private var isNumber: Bool {
        self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
    }

    private var isPlainLiteral: Bool {
        if let text = self.as(StringLiteralExprSyntax.self) {
            return text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
        }
        return isNumber || self.is(BooleanLiteralExprSyntax.self) || self.is(NilLiteralExprSyntax.self)
    }

    /// Whether it names a case, alone or after its type.
    ///
    /// Types with a column type of their own have no cases: `Date.now` is not one.
    private func isCase(of type: TypeSyntax) -> Bool {
        guard let member = self.as(MemberAccessExprSyntax.self), member.declName.argumentNames == nil,
            !type.isScalar
        else { return false }
        return member.base.map { $0.trimmedDescription.first?.isUppercase == true } ?? true
    }
}
