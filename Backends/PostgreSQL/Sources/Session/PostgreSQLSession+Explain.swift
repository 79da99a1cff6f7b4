internal import GranaryStore
internal import GranarySQL

extension PostgreSQLSession {
    func explain(_ request: FetchRequest) throws -> StorePlan {
        try request.validate()
        let table = try store.table(of: request.entity)
        if request.isPlain { return try plainPlan(request, table) }
        let lowered = SelectLowering(request, layout: store.layout, dialect: store.dialect)
        return try plan(of: lowered, table) ?? StorePlan(tooLarge: request.selection)
    }

    func explain(_ request: SelectRequest) throws -> StorePlan? {
        try request.rows.validate()
        let table = try store.table(of: request.rows.entity)
        return try plan(
            of: ProjectionLowering(request, layout: store.layout, dialect: store.dialect), table)
    }

    func explain(_ request: AggregateRequest) throws -> StorePlan? {
        try request.rows.validate()
        let table = try store.table(of: request.rows.entity)
        return try plan(of: AggregateLowering(request, layout: store.layout, dialect: store.dialect), table)
    }

    /// The plan of a request; `nil` if it cannot be lowered, or is more than one statement can hold.
    private func plan(of lowered: (any LoweredRequest)?, _ table: EntityTable) throws -> StorePlan? {
        guard let lowered else { return nil }
        let statement = lowered.statement
        guard let parameters = try statement.binaryParameters() else { return nil }
        var plan = StorePlan(of: lowered)
        try addEnginePlan(of: statement.rendered(for: store.dialect), parameters, table, to: &plan)
        return plan
    }

    private func plainPlan(_ request: FetchRequest, _ table: EntityTable) throws -> StorePlan {
        var plan = StorePlan(plain: request.selection)
        guard let parameters = try plainParameters(request.selection, of: table) else {
            plan.scansAllRows = false
            return plan
        }
        try addEnginePlan(of: try plainText(request.selection, of: table), parameters, table, to: &plan)
        return plan
    }

    private func addEnginePlan(
        of text: String, _ parameters: Parameters, _ table: EntityTable, to plan: inout StorePlan
    ) throws {
        plan.statement = text
        let found = try rows("EXPLAIN (FORMAT JSON) \(text)", parameters)
        guard let explained = found.count > 0 ? found.text(0, 0) : nil, let root = EnginePlanNode(explained)
        else {
            throw store.place.error(
                .engine, "The server explains the statement in a form that is not known here. Update Granary."
            )
        }
        plan.enginePlan = root.lines
        let index = root.indexOfRows
        plan.index = index == "\(table.definition.name)_pkey" ? "primary key" : index
        plan.scansAllRows = root.scansAllRows
    }
}
