internal import GranaryStore

extension RequestPlan {
    /// The plan in words for people.
    func explanation() -> StorePlan {
        var plan = StorePlan()
        let total = table.rows.count
        plan.scansAllRows = path.map { $0.ranges.count == 1 && isEverything($0) } ?? false
        plan.index = path.flatMap { plan.scansAllRows && $0.order == 0 ? nil : name(ofOrder: $0.order) }
        if path == nil { plan.index = name(ofOrder: 0) }
        let order = name(ofOrder: path?.order ?? 0)
        let lines = PlanLines(request, inOrder: order)
        plan.pushedDown =
            lines.conditions(conditionCount, checked: residual.map(\.position), by: order)
            + lines.order(isSorting: sorter != nil, isReversed: isReversed)
        plan.enginePlan = ["\(wayLine()) of \(total)"] + plan.pushedDown
        plan.statement = "\(request.entity.name): \(plan.enginePlan.joined(separator: "; "))"
        return plan
    }

    private func isEverything(_ path: AccessPath) -> Bool {
        guard let range = path.ranges.first else { return false }
        return range.lower.isStart && range.upper.isEnd
    }

    /// The name of an order: the entity with the properties it begins with.
    private func name(ofOrder order: Int) -> String {
        if order == 0 { return "\(layout.name)(primary key)" }
        let index = layout.indexes[order - 1]
        let names = layout.propertyNames(index.columns).joined(separator: ", ")
        return "\(layout.name)(\(names)\(index.isFolded ? " without case" : ""))"
    }

    private func wayLine() -> String {
        guard let path else { return "rows by key" }
        let ranges = path.ranges.count == 1 ? "one range" : "\(path.ranges.count) ranges"
        let rows = Int(path.estimatedRows(in: table.orders[path.order]))
        return "\(ranges) of \(name(ofOrder: path.order)), about \(rows) rows"
    }
}
