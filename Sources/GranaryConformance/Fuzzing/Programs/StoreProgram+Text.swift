import Granary

extension StoreProgram: CustomStringConvertible {
    /// The schema and the steps, a line each.
    var description: String {
        let lines =
            models.flatMap(\.programLines)
            + steps.enumerated().map { "  \($0 + 1). session \($1.session): \($1.action.programText)" }
        return lines.joined(separator: "\n")
    }
}

extension ModelDescription {
    fileprivate var programLines: [String] {
        let attributes = attributes.map { attribute in
            let marks = [
                attribute.isOptional ? "?" : "", attribute.isUnique ? " unique" : "",
                attribute.isIndexed ? " indexed" : "",
                attribute.hasFoldedIndex ? " indexed without case" : "",
            ]
            return "\(attribute.name): \(attribute.type.rawValue)\(marks.joined())"
        }
        let relationships = relationships.map { relationship in
            let end =
                relationship.isToMany
                ? "[\(relationship.destinationName)]"
                : relationship.destinationName + (relationship.isOptional ? "?" : "")
            return "\(relationship.name): \(end)" + (relationship.inverse.map { " inverse \($0)" } ?? "")
        }
        let rest = uniques.map { "unique \($0)" } + indexes.map { "index \($0)" }
        return ["  model \(name) key \(key): " + (attributes + relationships + rest).joined(separator: ", ")]
    }
}

extension StoreStep.Action {
    var programText: String {
        switch self {
        case .commit(let changes): "commit " + changes.map { "\n       \($0.programText)" }.joined()
        case .fetch(let plan): "fetch \(plan.programText)"
        case .count(let plan): "count \(plan.programText)"
        case .aggregate(let plan): "aggregate \(plan.programText)"
        case .interleave(let first, let second):
            "read in turns \(first.programText) and \(second.programText)"
        case .links(let table, let fromFirst, let keys):
            "links of \(table) from \(fromFirst ? "first" : "second") \(ProgramText.text(keys))"
        case .missing(let entity, let keys): "missing of \(entity) \(ProgramText.text(keys))"
        case .reserve(let entity, let count): "reserve \(count) keys of \(entity)"
        case .refresh: "refresh"
        }
    }
}

extension RowChange {
    var programText: String {
        switch self {
        case .insert(let entity, let row): "insert \(entity) \(row.programText)"
        case .update(let entity, let key, let rule, let row):
            "update \(entity) \(ProgramText.text(key.values)) version \(rule.rawValue): \(row.programText)"
        case .delete(let entity, let key, let rule):
            "delete \(entity) \(ProgramText.text(key.values)) version \(rule.rawValue)"
        case .require(let entity, let key, let rule):
            "require \(entity) \(ProgramText.text(key.values)) version \(rule.rawValue)"
        case .link(let table, let first, let second, let isAdded):
            "\(isAdded ? "link" : "unlink") \(table) \(ProgramText.text(first.values)) \(ProgramText.text(second.values))"
        }
    }
}

extension RowPlan {
    var programText: String {
        values.keys.sorted().map {
            "\($0) = \((values[$0] ?? []).map { ProgramText.text($0) }.joined(separator: ", "))"
        }.joined(separator: "; ")
    }
}

extension FetchPlan {
    var programText: String {
        var parts = [entity]
        switch selection {
        case .all: break
        case .keys(let keys): parts.append("with keys \(ProgramText.text(keys))")
        case .referring(let name, let keys): parts.append("whose \(name) is one of \(ProgramText.text(keys))")
        }
        if let predicate { parts.append("where \(predicate.programText)") }
        for term in sort {
            parts.append("by \(term.expression.programText)\(term.isDescending ? " descending" : "")")
        }
        if offset > 0 { parts.append("offset \(offset)") }
        if let limit { parts.append("limit \(limit)") }
        return parts.joined(separator: " ")
    }
}

extension AggregatePlan {
    var programText: String {
        var parts = ["over (\(rows.programText))"]
        parts += groups.map { "group \($0.programText)" }
        parts += columns.map(\.programText)
        if let having { parts.append("having \(having.programText)") }
        parts += order.map { "order column \($0.column)\($0.isDescending ? " descending" : "")" }
        if offset > 0 { parts.append("offset \(offset)") }
        if let limit { parts.append("limit \(limit)") }
        return parts.joined(separator: "; ")
    }
}

extension AggregateRequest.Column {
    var programText: String { ExpressionTree.aggregate(self).programText }
}
