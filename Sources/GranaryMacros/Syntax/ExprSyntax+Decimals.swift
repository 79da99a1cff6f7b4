import SwiftSyntax

extension ExprSyntax {
    /// The code for a literal of decimals, or of collections of them, with all digits that are written; `nil` where the
    /// literal itself has them.
    ///
    /// The compiler makes a `Double` of a literal first, and the decimal of that.
    func exactDecimals(of type: TypeSyntax) -> String? {
        let type = (type.wrapped ?? type).withoutParentheses
        if let array = self.as(ArrayExprSyntax.self) {
            let elements = array.elements.map {
                ($0.expression, $0.expression.exactDecimals(of: type.element))
            }
            guard elements.contains(where: { $0.1 != nil }) else { return nil }
            return "[\(elements.map { $0.1 ?? "\($0.0.trimmed)" }.joined(separator: ", "))]"
        }
        if let dictionary = self.as(DictionaryExprSyntax.self) {
            guard case .elements(let entries) = dictionary.content else { return nil }
            let elements = entries.map { ($0.key, $0.value, $0.value.exactDecimals(of: type.element)) }
            guard elements.contains(where: { $0.2 != nil }) else { return nil }
            let code = elements.map { "\($0.0.trimmed): \($0.2 ?? "\($0.1.trimmed)")" }
            return "[\(code.joined(separator: ", "))]"
        }
        guard type.lastName == "Decimal", type.argumentCount == 0, let number = NumberSyntax(self),
            !number.isInteger, let (digits, exponent) = number.decimal
        else { return nil }
        return "Granary._StoredAttribute.decimal(\(digits), \(exponent))"
    }
}

extension NumberSyntax {
    /// The digits of the number and the power of ten that they are multiplied with; `nil` where a stored decimal has no
    /// room for them.
    fileprivate var decimal: (digits: String, exponent: Int)? {
        // Hexadecimal literals are numbers of the binary system.
        if text.contains("x") { return nil }
        let parts = text.filter { $0 != "_" }.split { "eE".contains($0) }
        let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard halves.count <= 2, let power = parts.count == 2 ? Int(parts[1]) : 0 else { return nil }
        let sign = halves[0].first == "-" ? "-" : ""
        let fraction = halves.count == 2 ? halves[1] : ""
        var digits = (halves[0] + fraction).filter { $0 != "-" }.drop { $0 == "0" }
        var exponent = power - fraction.count
        while digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        guard digits.count <= 38, -128...127 ~= exponent else { return nil }
        return digits.isEmpty ? ("0", 0) : (sign + digits, exponent)
    }
}
