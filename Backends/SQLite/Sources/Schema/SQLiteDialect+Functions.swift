package import GranaryStore
package import GranarySQL

extension SQLiteDialect {
    /// A function that SQLite computes as Granary does.
    package func function(
        _ function: ExpressionTree.Function, _ operands: [LoweredValue], as type: AttributeType
    ) -> SQLText? {
        switch function {
        case .number(let function): number(function, operands, as: type)
        // Written the same on every engine.
        case .choice: nil
        }
    }

    /// The expression: without a column, SQLite compares texts by their bytes.
    package func result(_ expression: SQLText, as type: AttributeType) -> SQLText { expression }

    private func number(
        _ function: ExpressionTree.NumberFunction, _ operands: [LoweredValue], as type: AttributeType
    ) -> SQLText? {
        let number = operands[0]
        switch function {
        // Decimals are text here.
        case .absolute: return number.type == .real ? "abs(\(number.sql))" : nil
        case .negated: return number.type == .real ? "(0 - \(number.sql))" : nil
        case .rounded: return number.type == .integer ? number.sql : nil
        case .smaller, .larger:
            guard operands.allSatisfy({ $0.type == type }) else { return nil }
            // With two arguments these are no aggregates, and null if one is.
            return
                "\(verbatim: function == .smaller ? "min" : "max")(\(operands[0].sql), \(operands[1].sql))"
        case .real:
            return number.type == .integer
                ? "CAST(\(number.sql) AS REAL)" : number.type == .real ? number.sql : nil
        case .integer: return number.type == .integer ? number.sql : nil
        // Not every SQLite is built with mathematical functions.
        case .squareRoot, .decimal: return nil
        }
    }
}
