import GranaryStore

extension ExpressionLowering {
    /// An aggregate over a value, with results as the core reads them from a column; `nil` if the engine does not compute
    /// it exactly.
    func aggregate(
        _ column: AggregateRequest.Column, of value: LoweredValue
    ) -> (sql: SQLText, type: AttributeType)? {
        let isNumber = [.integer, .real, .decimal].contains(value.type)
        switch column {
        case .group, .count, .calculated: return nil
        case .countOf: return ("count(\(value.sql))", .integer)
        case .countDistinct: return value.type == .json ? nil : ("count(DISTINCT \(value.sql))", .integer)
        case .minimum, .maximum:
            let isLargest = if case .maximum = column { true } else { false }
            guard value.type != .json else { return nil }
            return dialect.extreme(of: value.sql, isLargest: isLargest, as: value.type).map {
                ($0, value.type)
            }
        case .sum:
            guard isNumber else { return nil }
            return dialect.sum(of: value.sql, as: value.type).map { ($0, value.type) }
        case .average:
            guard isNumber else { return nil }
            let type: AttributeType = value.type == .decimal ? .decimal : .real
            return dialect.average(of: value.sql, as: value.type).map { ($0, type) }
        }
    }
}
