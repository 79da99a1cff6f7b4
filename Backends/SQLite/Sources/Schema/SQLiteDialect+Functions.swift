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
        // These can fail, which is left to the core.
        case .structure: nil
        case .search(let function): SearchFunction.call(function, operands)
        case .text(let function): text(function, operands)
        case .date(let function): date(function, operands)
        }
    }

    /// A call of the core's own folding.
    package func folded(_ text: SQLText, _ folding: TextFolding) -> SQLText? {
        FoldingFunction.call(text, folding)
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
        case .squareRoot:
            return number.type == .integer || number.type == .real
                ? ComputingFunction.callSquareRoot(number.sql) : nil
        case .elementary, .decimal: return nil
        }
    }
}

extension SQLiteDialect {
    /// A function of texts, whose characters are Unicode scalars in SQLite too.
    private func text(_ function: ExpressionTree.TextFunction, _ operands: [LoweredValue]) -> SQLText? {
        let text = operands[0].sql
        switch function {
        case .scalarCount: return "length(\(text))"
        case .byteCount: return "length(CAST(\(text) AS BLOB))"
        case .trimmed, .uppercased, .lowercased: return ComputingFunction.call(function, text)
        case .part:
            // Numbers below zero count from the end here.
            let numbers = operands.dropFirst().map(\.characterCount)
            guard let start = numbers[0] else { return nil }
            if numbers.count == 1 { return "substr(\(text), \(number: start + 1))" }
            return numbers[1].map { "substr(\(text), \(number: start + 1), \(number: $0))" }
        case .position: return "(NULLIF(instr(\(text), \(operands[1].sql)), 0) - 1)"
        case .replacing: return replacing(text, operands[1], operands[2])
        case .joined: return "(\(.list(operands.map(\.sql), separator: " || ")))"
        case .written: return operands[0].type == .integer ? "CAST(\(text) AS TEXT)" : nil
        case .read: return nil
        }
    }

    /// Of an empty text SQLite finds no occurrence, and then does not ask whether the text to put in is null.
    private func replacing(_ text: SQLText, _ old: LoweredValue, _ new: LoweredValue) -> SQLText? {
        let replaced: SQLText = "replace(\(text), \(old.sql), \(new.sql))"
        if !new.isOptional { return replaced }
        if let constant = old.constant, constant != .text("") { return replaced }
        return new.isSimple ? "(CASE WHEN \(new.sql) IS NOT NULL THEN \(replaced) END)" : nil
    }
}

extension SQLiteDialect {
    /// A function of dates, which are microseconds here: units of one length are a matter of integers.
    private func date(_ function: ExpressionTree.DateFunction, _ operands: [LoweredValue]) -> SQLText? {
        switch function {
        case .difference(let unit):
            // A quotient of integers is truncated toward zero.
            return unit.length.map {
                "((\(operands[0].sql) - \(operands[1].sql)) / \(number: Int($0)))"
            }
        case .beginning(let unit, offset: 0):
            // At an offset a unit may begin before the year 1, which no column has.
            guard operands[0].isSimple, operands[0].constant == nil, let length = unit.length.map({ Int($0) })
            else { return nil }
            // Weeks begin three days before multiples of their length.
            let shift = unit == .week ? 259_200_000_000 : 0
            let moment: SQLText = "(\(operands[0].sql) + \(number: shift))"
            let rest: SQLText = "((\(moment) % \(number: length) + \(number: length)) % \(number: length))"
            return "(\(operands[0].sql) - \(rest))"
        case .part(let part, let offset):
            // SQLite's calendar ends with the year 9999, which an offset may leave.
            guard operands[0].isSimple, operands[0].constant == nil, offset <= 0 else { return nil }
            return datePart(part, of: "(\(operands[0].sql) + \(number: offset * 1_000_000))")
        case .beginning, .plus, .now: return nil
        }
    }
}
