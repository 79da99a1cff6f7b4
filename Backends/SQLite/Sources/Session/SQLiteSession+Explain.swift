internal import Granary
internal import GranarySQL

extension SQLiteSession {
    func explain(_ request: FetchRequest) throws -> StorePlan {
        try request.validate()
        try beginRead()
        return try interruptible {
            var plan = StorePlan()
            guard let select = SelectLowering(request, layout: store.layout, dialect: store.dialect),
                try prepare(select.rows) != nil
            else {
                plan.residual = ["everything but the selection: it is more than one statement can hold"]
                if case .all = request.selection {} else { plan.scansAllRows = false }
                return plan
            }
            plan.pushedDown = select.pushedDown
            plan.residual = select.residual
            plan.statement = select.rows.rendered(for: store.dialect)
            plan.enginePlan = try enginePlan(select.rows)
            plan.index = plan.enginePlan.lazy.compactMap { EnginePlanLine($0).index(on: "t0") }.first
            plan.scansAllRows = plan.enginePlan.contains { EnginePlanLine($0).isScan(of: "t0") }
            return plan
        }
    }

    private func enginePlan(_ text: SQLText) throws -> [String] {
        let statement = try Statement("EXPLAIN QUERY PLAN \(text.rendered(for: store.dialect))", on: reader)
        try statement.bind(text.values)
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(at: 3)) }
        return lines
    }
}

/// A line of `EXPLAIN QUERY PLAN`, such as `SEARCH t0 USING INDEX Flight_delay_index (delay>?)`.
struct EnginePlanLine {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Whether the line says that every row of a table is looked at.
    func isScan(of alias: String) -> Bool { text == "SCAN \(alias)" || text.hasPrefix("SCAN \(alias) ") }

    /// The name of the index by which rows of a table are found, or walked in order.
    func index(on alias: String) -> String? {
        guard text.hasPrefix("SEARCH \(alias) ") || text.hasPrefix("SCAN \(alias) ") else { return nil }
        for marker in ["USING COVERING INDEX ", "USING INDEX "] {
            guard let range = text.firstRange(of: marker) else { continue }
            let rest = text[range.upperBound...]
            return String(rest.firstRange(of: " (").map { rest[..<$0.lowerBound] } ?? rest)
        }
        return text.contains("USING PRIMARY KEY") || text.contains("USING INTEGER PRIMARY KEY") ? "primary key" : nil
    }
}
