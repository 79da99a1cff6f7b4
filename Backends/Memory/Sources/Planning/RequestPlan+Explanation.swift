internal import Granary

extension RequestPlan {
    /// The plan in words for people.
    func explanation() -> StorePlan {
        var plan = StorePlan()
        let total = table.rows.count
        plan.scansAllRows = path.map { $0.ranges.count == 1 && isEverything($0) } ?? false
        plan.index = path.flatMap { plan.scansAllRows && $0.order == 0 ? nil : name(ofOrder: $0.order) }
        if path == nil { plan.index = name(ofOrder: 0) }
        plan.pushedDown = conditionLines() + orderLines() + rangeLines()
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
        let names = layout.propertyNames(layout.indexes[order - 1].columns)
        return "\(layout.name)(\(names.joined(separator: ", ")))"
    }

    private func wayLine() -> String {
        guard let path else { return "rows by key" }
        let ranges = path.ranges.count == 1 ? "one range" : "\(path.ranges.count) ranges"
        return "\(ranges) of \(name(ofOrder: path.order)), about \(Int(path.estimate)) rows"
    }

    private func conditionLines() -> [String] {
        (0..<conditionCount).map { position in
            let isChecked = residual.contains { $0.position == position }
            let how = isChecked ? "checked on each row" : "by \(name(ofOrder: path?.order ?? 0))"
            return "condition \(position + 1) of \(conditionCount) \(how)"
        }
    }

    private func orderLines() -> [String] {
        if sorter != nil { return ["order by sorting"] }
        return ["order by \(name(ofOrder: path?.order ?? 0))\(isReversed ? ", backwards" : "")"]
    }

    private func rangeLines() -> [String] {
        var lines: [String] = []
        if request.offset > 0 { lines.append("offset \(request.offset)") }
        if let limit = request.limit { lines.append("limit \(limit)") }
        return lines
    }
}
