internal import GranaryStore
internal import GranarySQL

extension SQLiteSession {
    func explain(_ request: FetchRequest) throws -> StorePlan {
        try request.validate()
        try beginRead()
        return try interruptible {
            if request.isPlain { return try plainPlan(request) }
            let lowered = SelectLowering(request, layout: store.layout, dialect: store.dialect)
            return try plan(of: lowered) ?? StorePlan(tooLarge: request.selection)
        }
    }

    func explain(_ request: SelectRequest) throws -> StorePlan? {
        try request.rows.validate()
        try beginRead()
        return try interruptible {
            try plan(of: ProjectionLowering(request, layout: store.layout, dialect: store.dialect))
        }
    }

    func explain(_ request: AggregateRequest) throws -> StorePlan? {
        try request.rows.validate()
        try beginRead()
        return try interruptible {
            try plan(of: AggregateLowering(request, layout: store.layout, dialect: store.dialect))
        }
    }

    /// The plan of a request; `nil` if it cannot be lowered, or is more than the engine can take.
    private func plan(of lowered: (any LoweredRequest)?) throws -> StorePlan? {
        guard let lowered else { return nil }
        let statement = lowered.statement
        guard try prepare(statement) != nil else { return nil }
        var plan = StorePlan(of: lowered)
        try addEnginePlan(of: statement.rendered(for: store.dialect), statement.values, to: &plan)
        return plan
    }

    private func plainPlan(_ request: FetchRequest) throws -> StorePlan {
        let table = try store.table(of: request.entity)
        var plan = StorePlan(plain: request.selection)
        try addEnginePlan(of: try plainText(request.selection, of: table), [], to: &plan)
        return plan
    }

    private func addEnginePlan(of text: String, _ values: [Value], to plan: inout StorePlan) throws {
        plan.statement = text
        let statement = try Statement("EXPLAIN QUERY PLAN \(text)", on: connection)
        try statement.bind(values)
        while try statement.step() { plan.enginePlan.append(statement.text(at: 3)) }
        let lines = plan.enginePlan.map(EnginePlanLine.init)
        plan.index = lines.lazy.compactMap { $0.index(on: "t0") }.first
        plan.scansAllRows = lines.contains { $0.isScan(of: "t0") }
    }
}

/// A line of `EXPLAIN QUERY PLAN`, such as `SEARCH t0 USING INDEX Flight_delay_index (delay>?)`.
struct EnginePlanLine {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Whether the line describes a scan of a whole table.
    func isScan(of alias: String) -> Bool { text == "SCAN \(alias)" || text.begins(with: "SCAN \(alias) ") }

    /// The name of the index by which rows of a table are found, or walked in order.
    func index(on alias: String) -> String? {
        guard text.begins(with: "SEARCH \(alias) ") || text.begins(with: "SCAN \(alias) ") else { return nil }
        for marker in ["USING COVERING INDEX ", "USING INDEX "] {
            guard let rest = text.halves(atFirst: marker)?.after else { continue }
            return rest.halves(atFirst: " (")?.before ?? rest
        }
        return text.holds("USING PRIMARY KEY") || text.holds("USING INTEGER PRIMARY KEY")
            ? "primary key" : nil
    }
}
