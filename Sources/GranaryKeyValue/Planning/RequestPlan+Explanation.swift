internal import GranaryStore

extension RequestPlan {
    /// A description of the plan for people.
    func explanation() -> StorePlan {
        var plan = StorePlan()
        plan.scansAllRows = path?.isEverything ?? false
        plan.index = path.flatMap { plan.scansAllRows && $0.order == 0 ? nil : name(of: $0) }
        if path == nil { plan.index = name(ofOrder: 0) }
        let lines = PlanLines(request, inOrder: name(ofOrder: path?.order ?? 0))
        let way = path.map(name(of:)) ?? name(ofOrder: 0)
        plan.pushedDown =
            lines.conditions(conditionCount, checked: residual.map(\.position), by: way)
            + lines.order(isSorting: sorter != nil, isReversed: isReversed)
        plan.enginePlan = [wayLine()] + plan.pushedDown
        plan.statement = "\(request.entity.name): \(plan.enginePlan.joined(separator: "; "))"
        return plan
    }

    /// The name of an order: the entity with the properties that it begins with.
    private func name(ofOrder order: Int) -> String {
        if order == 0 { return "\(table.name)(primary key)" }
        let index = table.indexes[order - 1]
        let names = table.propertyNames(index.columns).joined(separator: ", ")
        return "\(table.name)(\(names)\(index.isFolded ? " without case" : ""))"
    }

    private func name(of path: AccessPath) -> String {
        ([path] + path.others).map { name(ofOrder: $0.order) }.joined(separator: " ∩ ")
    }

    private func wayLine() -> String {
        guard let path else { return "rows by key" }
        if path.isIntersection { return "rows that \(name(of: path)) have in common" }
        if let filter = path.filter {
            let names = table.propertyNames(filter.columns).joined(separator: ", ")
            return "all rows by \(name(ofOrder: 0)) whose \(names) is one of \(filter.count) keys"
        }
        let ranges = path.ranges.count == 1 ? "one range" : "\(path.ranges.count) ranges"
        return path.isEverything
            ? "all rows by \(name(ofOrder: path.order))" : "\(ranges) of \(name(ofOrder: path.order))"
    }
}
