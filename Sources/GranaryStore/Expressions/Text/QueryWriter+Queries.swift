extension QueryWriter {
    /// The text of a query: its model and its parts.
    package mutating func text(_ query: QueryText) -> String { text(pieces(query)) }

    /// The parts of a query that say something, each behind its words.
    package mutating func parts(of query: QueryText) -> [(name: String, text: String)] {
        var parts: [(name: String, text: String)] = []
        for (name, pieces) in clauses(of: query) { parts.append((name, text(pieces))) }
        return parts
    }

    private mutating func pieces(_ query: QueryText) -> [Piece] {
        var pieces: [Piece] = [.words(QueryWords.name(query.model))]
        for (name, inner) in clauses(of: query) {
            pieces += [.words(inner.isEmpty ? " \(name)" : " \(name) ")] + inner
        }
        return pieces
    }

    private mutating func clauses(of query: QueryText) -> [(name: String, pieces: [Piece])] {
        var clauses: [(name: String, pieces: [Piece])] = []
        if let predicate = query.predicate { clauses.append(("where", [.tree(predicate, .none)])) }
        if !query.sort.isEmpty { clauses.append(("sorted by", pieces(query.sort))) }
        if query.offset != 0 { clauses.append(("offset", [.words("\(query.offset)")])) }
        if let limit = query.limit { clauses.append(("limit", [.words("\(limit)")])) }
        if !query.prefetch.isEmpty {
            var paths: [String] = []
            for path in query.prefetch {
                paths.append(path.isEmpty ? unwritable("a path of no relationships") : QueryWords.path(path))
            }
            clauses.append(("prefetching", [.words(paths.joined(separator: ", "))]))
        }
        if query.lifted.areAll { clauses.append(("unfiltered", [])) }
        if !query.lifted.names.isEmpty {
            let names = query.lifted.names.map { QueryWords.quoted($0, by: "\"") }
            clauses.append(("unfiltered", [.words(names.joined(separator: ", "))]))
        }
        if query.skipsUnreadable { clauses.append(("skipping unreadable", [])) }
        if let cursor = query.cursor {
            // A cursor holds the sort values of an object.
            let text = constants == .whole ? QueryWords.quoted(cursor, by: "\"") : "…"
            clauses.append(("after", [.words(text)]))
        }
        return clauses
    }

    /// The pieces of an order.
    func pieces(_ order: [SortTerm]) -> [Piece] {
        var pieces: [Piece] = []
        for term in order {
            if !pieces.isEmpty { pieces.append(.words(", ")) }
            pieces.append(.tree(term.expression, .none))
            if term.isDescending { pieces.append(.words(" descending")) }
        }
        return pieces
    }

    /// The pieces of another query in an expression.
    mutating func pieces(_ query: Subquery, _ operand: ExpressionTree?) -> [Piece] {
        let asked = [.words("query(")] + pieces(QueryText(query)) + [.words(")")]
        switch (query.result, operand) {
        case (.values(let value), let operand?):
            return [.tree(operand, .sum), .words(" in ")] + asked
                + [.words(".values("), .tree(value, .none), .words(")")]
        case (.objects, nil): return [.words("self in ")] + asked
        case (.existence, nil): return asked + [.words(".exists()")]
        case (.aggregate(.count), nil): return asked + [.words(".count()")]
        case (.aggregate(.calculated(let tree)), nil):
            return asked + [.words(".value("), .tree(tree, .none), .words(")")]
        case (.aggregate(let column), nil):
            guard let name = column.textName, let tree = column.operand else { break }
            return asked + [.words(".\(name)("), .tree(tree, .none), .words(")")]
        default: break
        }
        return [.words(unwritable("a query in an expression whose result is asked for in a wrong way"))]
    }

    /// The pieces of an aggregate over a group.
    func pieces(_ column: AggregateRequest.Column) -> [Piece] {
        switch column {
        case .group(let position): return [.words("group(\(position))")]
        case .count: return [.words("count()")]
        default: break
        }
        guard let tree = column.operand else { return [] }
        guard let name = column.textName else {
            return [.words("calculated("), .tree(tree, .none), .words(")")]
        }
        return call(tree, name)
    }
}

extension AggregateRequest.Column {
    /// The name of an aggregate of an expression in the text of a query; `nil` for other columns.
    fileprivate var textName: String? {
        switch self {
        case .group, .count, .calculated: nil
        case .countOf: "valueCount"
        case .countDistinct: "distinctCount"
        case .sum: "sum"
        case .average: "average"
        case .minimum: "minimum"
        case .maximum: "maximum"
        }
    }
}
