internal import GranaryStore
internal import GranarySQL

extension SQLiteSession {
    func explain(_ request: FetchRequest) throws -> StorePlan {
        try request.validate()
        try beginRead()
        return try interruptible {
            if request.isPlain { return try plainPlan(request) }
            guard let select = SelectLowering(request, layout: store.layout, dialect: store.dialect),
                try prepare(select.rows) != nil
            else { return StorePlan(tooLarge: request.selection) }
            var plan = StorePlan()
            plan.pushedDown = select.pushedDown
            plan.residual = select.residual
            try addEnginePlan(of: select.rows.rendered(for: store.dialect), select.rows.values, to: &plan)
            return plan
        }
    }

    func explain(_ request: SelectRequest) throws -> StorePlan? {
        try request.rows.validate()
        try beginRead()
        return try interruptible { () throws -> StorePlan? in
            guard let lowered = ProjectionLowering(request, layout: store.layout, dialect: store.dialect),
                try prepare(lowered.statement) != nil
            else { return nil }
            var plan = StorePlan()
            plan.pushedDown = lowered.pushedDown
            plan.residual = lowered.residual
            try addEnginePlan(
                of: lowered.statement.rendered(for: store.dialect), lowered.statement.values, to: &plan)
            return plan
        }
    }

    func explain(_ request: AggregateRequest) throws -> StorePlan? {
        try request.rows.validate()
        try beginRead()
        return try interruptible { () throws -> StorePlan? in
            guard let lowered = AggregateLowering(request, layout: store.layout, dialect: store.dialect),
                try prepare(lowered.statement) != nil
            else { return nil }
            var plan = StorePlan()
            plan.pushedDown = lowered.pushedDown
            plan.residual = lowered.residual
            try addEnginePlan(
                of: lowered.statement.rendered(for: store.dialect), lowered.statement.values, to: &plan)
            return plan
        }
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
