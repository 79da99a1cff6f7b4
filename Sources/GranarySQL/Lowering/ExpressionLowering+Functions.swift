import GranaryStore

extension ExpressionLowering {
    /// A function of some operands; `nil` where it can fail, or where the engine cannot compute it exactly.
    func function(
        _ function: ExpressionTree.Function, _ operands: [ExpressionTree], _ tree: ExpressionTree,
        in scope: QueryScope
    ) -> LoweredValue? {
        guard let bound = bound(tree, in: scope), !bound.canFail, case .value(let type) = bound.kind
        else { return nil }
        if function == .choice(.choose) { return choose(operands, type, in: scope) }
        var values: [LoweredValue] = []
        for operand in operands {
            guard let value = value(operand, in: scope) else { return nil }
            values.append(value)
        }
        return self.function(function, of: values, as: type)
    }

    /// A function of values, with results of a type.
    func function(
        _ function: ExpressionTree.Function, of values: [LoweredValue], as type: AttributeType
    ) -> LoweredValue? {
        guard let sql = sql(of: function, values, as: type) else { return nil }
        let isOptional =
            if case .choice(.coalesce) = function { values.allSatisfy(\.isOptional) } else {
                function.givesNil(values) || values.contains(where: \.isOptional)
            }
        return LoweredValue(sql: dialect.result(sql, as: type), type: type, isOptional: isOptional)
    }

    private func sql(
        of function: ExpressionTree.Function, _ values: [LoweredValue], as type: AttributeType
    ) -> SQLText? {
        guard case .choice(let choice) = function else { return dialect.function(function, values, as: type) }
        // The core gives an integer the kind of the number next to it.
        guard values.allSatisfy({ $0.type == type }) else { return nil }
        return "\(verbatim: choice == .nilIf ? "NULLIF" : "COALESCE")(\(.list(values.map(\.sql))))"
    }

    private func choose(_ operands: [ExpressionTree], _ type: AttributeType, in scope: QueryScope)
        -> LoweredValue?
    {
        var (sql, isOptional): (SQLText, Bool) = ("(CASE", false)
        func value(_ tree: ExpressionTree) -> SQLText? {
            if case .literal(.null) = tree {
                isOptional = true
                return "NULL"
            }
            guard let value = self.value(tree, in: scope), value.type == type else { return nil }
            isOptional = isOptional || value.isOptional
            return value.sql
        }
        for position in stride(from: 0, to: operands.count - 1, by: 2) {
            guard let condition = condition(operands[position], in: scope),
                let value = value(operands[position + 1])
            else { return nil }
            sql.append(" WHEN \(condition) THEN \(value)")
        }
        guard let last = operands.last, let value = value(last) else { return nil }
        sql.append(" ELSE \(value) END)")
        return LoweredValue(sql: dialect.result(sql, as: type), type: type, isOptional: isOptional)
    }
}

extension ExpressionTree.Function {
    /// Whether the function is `nil` for some operands that are not.
    fileprivate func givesNil(_ operands: [LoweredValue]) -> Bool {
        switch self {
        case .number(.squareRoot), .number(.elementary): true
        case .number: false
        case .choice(let function): function == .nilIf
        case .text(.position), .text(.read): true
        case .date: false
        case .structure: true
        case .search: false
        case .text(let function): function == .written && operands[0].type == .real
        }
    }
}
