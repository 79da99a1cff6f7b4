/// Answers the lists and objects of a selection, each in one request for all rows.
struct SelectedLevels {
    let queries: QueryRunner
    /// The filters that the outer query lifts, which the lists lift as well.
    let lifted: LiftedFilters
    /// The time at which the selection is made, the same for all levels.
    let moment: Value

    init(_ queries: QueryRunner, lifting lifted: LiftedFilters, at moment: Value) {
        self.queries = queries
        self.lifted = lifted
        self.moment = moment
    }

    /// Adds to each row the lists and objects of some levels; mistakes in them are found without rows, too.
    ///
    /// The objects that the conditions of lists may name are those of the rows and the ones around them, the innermost last.
    func fill(
        _ rows: inout [SelectedRow], _ levels: [SelectedLevel], _ keys: LevelKeys,
        of around: [ExpressionTree.Around]
    ) throws {
        for (level, positions) in zip(levels, keys.positions) {
            let wanted = rows.map { row in ObjectKey(positions.map { row.values[$0] }) }
            let distinct = Set(wanted.compactMap { $0 }).sorted()
            switch level {
            case .object(let object):
                let found = try objects(of: object.model, distinct)
                for (index, key) in wanted.enumerated() {
                    let present = key.flatMap { found[$0] }
                    rows[index].objects.append(present)
                    if object.isRow, present == nil { rows[index].isGone = true }
                }
            case .members(let members):
                let found = try lists(members, of: distinct, around)
                for (index, key) in wanted.enumerated() {
                    rows[index].lists.append(key.flatMap { found[$0] } ?? [])
                }
            }
        }
    }

    /// The objects of a model with some keys that exist.
    private func objects(of model: String, _ keys: [ObjectKey]) throws -> [ObjectKey: any Model] {
        if keys.isEmpty { return [:] }
        func fetch<M: Model>(_ type: M.Type) throws -> [ObjectKey: any Model] {
            let found = try queries.objects(type, with: keys)
            return Dictionary(found.map { ($0.erasedKey, $0) }, uniquingKeysWith: { first, _ in first })
        }
        return try fetch(queries.graph.tables[entity(of: model).index].modelType())
    }

    private func entity(of model: String) throws -> Entity {
        if let entity = queries.graph.schema.entity(model) { return entity }
        let name = queries.graph.schema.name
        throw GranaryError(
            .schema, "\(model), whose objects a query selects, is not in the schema “\(name)”; add it there.",
            context: .init(entity: model))
    }
}
