import Granary

/// Sorts `nil` after everything when ascending.
final class NilLast: BrokenSession {
    override func distort(_ rows: [[Value]], of request: FetchRequest) -> [[Value]] {
        guard case .attribute([], let name)? = request.sort.first?.expression,
            let column = request.entity.attributePosition(name)
        else { return rows }
        let (missing, present) = (rows.filter { $0[column].isNull }, rows.filter { !$0[column].isNull })
        return request.sort.first?.isDescending == true ? missing + present : present + missing
    }
}

/// Breaks ties by ascending keys even where the last term is descending.
final class TiesAscending: BrokenSession {
    override func misread(_ request: FetchRequest) -> FetchRequest {
        var request = request
        if request.sort.isEmpty { return request }
        request.sort += request.entity.model.key.map { SortTerm(.attribute(path: [], name: $0)) }
        return request
    }
}

/// Returns one row less than a limit asks for.
final class DroppedRow: BrokenSession {
    override func misread(_ request: FetchRequest) -> FetchRequest {
        var request = request
        request.limit = request.limit.map { max($0 - 1, 0) }
        return request
    }
}

/// Forgets the offset.
final class IgnoredOffset: BrokenSession {
    override func misread(_ request: FetchRequest) -> FetchRequest {
        var request = request
        request.offset = 0
        return request
    }
}

/// Counts one row too many.
final class CountOffByOne: BrokenSession {
    override func count(_ request: FetchRequest) throws -> Int? { try super.count(request).map { $0 + 1 } }
}

/// Lets sums wrap around instead of reporting that they overflow.
final class WrappingSums: BrokenSession {
    override func aggregate(_ request: AggregateRequest) throws -> [[Value]]? {
        do {
            return try super.aggregate(request)
        } catch let error as GranaryError where error.code == .overflow {
            return [request.columns.map { _ in .integer(.min) }]
        }
    }
}

/// Takes `or` in a condition on groups for `and`.
final class BothForEither: BrokenSession {
    override func aggregate(_ request: AggregateRequest) throws -> [[Value]]? {
        var request = request
        request.having = request.having?.rewritten { tree in
            if case .or(let left, let right) = tree { .and(left, right) } else { tree }
        }
        return try super.aggregate(request)
    }
}

/// Returns groups for which the condition does not hold.
final class IgnoredGroupCondition: BrokenSession {
    override func aggregate(_ request: AggregateRequest) throws -> [[Value]]? {
        var request = request
        request.having = nil
        return try super.aggregate(request)
    }
}

/// Takes `nil` for a separate value when it counts distinct values and values.
final class CountedNil: BrokenSession {
    override func aggregate(_ request: AggregateRequest) throws -> [[Value]]? {
        var request = request
        request.columns = request.columns.map { column in
            if case .countOf = column { .count } else { column }
        }
        return try super.aggregate(request)
    }
}
