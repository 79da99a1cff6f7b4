package import GranaryStore
package import GranarySQL

extension PostgreSQLDialect {
    /// A function that PostgreSQL computes as Granary does.
    package func function(
        _ function: ExpressionTree.Function, _ operands: [LoweredValue], as type: AttributeType
    ) -> SQLText? {
        switch function {
        case .number(let function): number(function, operands, as: type)
        // Written the same on every engine.
        case .choice: nil
        // These can fail, which is left to the core.
        case .structure: nil
        // The core has the tokenizer.
        case .search: nil
        case .text(let function): text(function, operands)
        case .date(let function): date(function, operands)
        }
    }

    /// A text has the collation of columns, which constants do not.
    package func result(_ expression: SQLText, as type: AttributeType) -> SQLText {
        type == .text ? "(\(expression) COLLATE pg_catalog.\"C\")" : expression
    }

    private func number(
        _ function: ExpressionTree.NumberFunction, _ operands: [LoweredValue], as type: AttributeType
    ) -> SQLText? {
        let number = operands[0]
        switch function {
        case .absolute: return "pg_catalog.abs(\(number.sql))"
        // The sign alone would make a negative zero.
        case .negated: return "(0 - \(number.sql))"
        case .rounded(let places, let rule):
            return number.type == .integer ? number.sql : rounded(number, places: places, rule)
        case .smaller, .larger:
            return extreme(operands, isLargest: function == .larger, as: type)
        case .real:
            return number.type == .real ? number.sql : "(\(number.sql))::pg_catalog.float8"
        case .decimal(let places, let rule):
            if number.type == .integer { return "(\(number.sql))::pg_catalog.numeric" }
            return number.type == .decimal ? rounded(number, places: places, rule) : nil
        case .integer: return number.type == .integer ? number.sql : nil
        // The root of a negative number fails, and the server's C library may be another.
        case .squareRoot, .elementary: return nil
        }
    }

    private func rounded(
        _ number: LoweredValue, places: Int, _ rule: ExpressionTree.RoundingRule
    ) -> SQLText? {
        switch (number.type, rule) {
        case (.real, _) where places != 0: nil
        // Adding zero makes a negative zero zero.
        case (.real, .down): "(pg_catalog.floor(\(number.sql)) + 0)"
        case (.real, .up): "(pg_catalog.ceil(\(number.sql)) + 0)"
        case (.real, .towardZero): "(pg_catalog.trunc(\(number.sql)) + 0)"
        case (.real, .toNearestOrEven): "(pg_catalog.round(\(number.sql)) + 0)"
        case (.decimal, .toNearestOrAwayFromZero): "pg_catalog.round(\(number.sql), \(number: places))"
        case (.decimal, .towardZero): "pg_catalog.trunc(\(number.sql), \(number: places))"
        case (.decimal, .down) where places == 0: "pg_catalog.floor(\(number.sql))"
        case (.decimal, .up) where places == 0: "pg_catalog.ceil(\(number.sql))"
        default: nil
        }
    }

    /// PostgreSQL leaves null out, so it is asked for before; that writes the operands twice, and only for simple ones.
    private func extreme(
        _ operands: [LoweredValue], isLargest: Bool, as type: AttributeType
    ) -> SQLText? {
        guard [.integer, .real, .decimal, .date].contains(type), operands.allSatisfy({ $0.type == type })
        else { return nil }
        let name = isLargest ? "GREATEST" : "LEAST"
        let extreme: SQLText = "\(verbatim: name)(\(operands[0].sql), \(operands[1].sql))"
        let optional = operands.filter(\.isOptional)
        if optional.isEmpty { return extreme }
        guard optional.allSatisfy(\.isSimple) else { return nil }
        let tests = optional.map { "\($0.sql) IS NOT NULL" as SQLText }
        return "(CASE WHEN \(.list(tests, separator: " AND ")) THEN \(extreme) END)"
    }
}

extension PostgreSQLDialect {
    /// A function of texts, whose characters are Unicode scalars in a database of UTF-8.
    private func text(_ function: ExpressionTree.TextFunction, _ operands: [LoweredValue]) -> SQLText? {
        let text = operands[0].sql
        switch function {
        case .scalarCount: return "pg_catalog.length(\(text))::pg_catalog.int8"
        case .byteCount: return "pg_catalog.octet_length(\(text))::pg_catalog.int8"
        case .trimmed:
            return "pg_catalog.btrim(\(text), \(bind: .text(ExpressionTree.TextFunction.whiteSpaceText)))"
        case .part:
            let numbers = operands.dropFirst().map(\.characterCount)
            guard let start = numbers[0] else { return nil }
            if numbers.count == 1 { return "pg_catalog.substr(\(text), \(number: start + 1))" }
            return numbers[1].map { "pg_catalog.substr(\(text), \(number: start + 1), \(number: $0))" }
        case .position:
            return "(NULLIF(pg_catalog.strpos(\(text), \(operands[1].sql)), 0) - 1)::pg_catalog.int8"
        case .replacing: return "pg_catalog.replace(\(text), \(operands[1].sql), \(operands[2].sql))"
        case .joined: return "(\(.list(operands.map(\.sql), separator: " || ")))"
        case .written:
            return [.integer, .bool].contains(operands[0].type) ? "(\(text))::pg_catalog.text" : nil
        // Its letters are those of the server's libraries.
        case .uppercased, .lowercased, .read: return nil
        }
    }
}

extension PostgreSQLDialect {
    /// A function of dates in UTC; those at offsets are the core's.
    private func date(_ function: ExpressionTree.DateFunction, _ operands: [LoweredValue]) -> SQLText? {
        switch function {
        case .beginning(let unit, offset: 0) where unit != .microsecond && operands[0].constant == nil:
            return
                "(pg_catalog.date_trunc('\(verbatim: unit.rawValue)', (\(operands[0].sql)) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')"
        case .part(let part, offset: 0): return datePart(part, of: operands[0].sql)
        case .plus, .difference, .beginning, .part, .now: return nil
        }
    }
}
