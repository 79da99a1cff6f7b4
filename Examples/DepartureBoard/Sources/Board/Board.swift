import Granary

/// The departures that are next at an airport, as a live query of the main context.
@MainActor final class Board {
    /// How many lines a board has.
    static let size = 10

    /// The lines last shown.
    private(set) var rows: [BoardRow] = []
    private let departures: LiveObjects<Departure>
    private let query: Query<Departure>
    private let stack: PersistentStack

    /// Makes a board that shows nothing yet.
    init(_ stack: PersistentStack, _ airport: String, _ day: Day) {
        self.stack = stack
        query = Departure.next(Self.size, from: airport, on: day)
        departures = stack.observeObjects(query)
    }

    /// Waits until the lines differ, and returns how; at the first call, all of them have entered.
    ///
    /// `nil` once the task is cancelled.
    ///
    /// - Throws: any error from following the query.
    func next() async throws -> [ResultChange<BoardRow>]? {
        let isFirst = rows.isEmpty && departures.objects.isEmpty
        guard let changes = try await departures.next() else { return nil }
        let former = rows
        rows = departures.objects.map(BoardRow.init)
        if isFirst { return rows.enumerated().map { .insert(at: $0, $1) } }
        return changes.compactMap { self.change($0, from: former) }
    }

    /// Whether the lines are those of the store.
    func isCurrent() throws -> Bool { try stack.mainContext.fetch(query).map(BoardRow.init) == rows }

    /// A difference between lines instead of objects, which have the new values before and after.
    private func change(_ change: ResultChange<Departure>, from former: [BoardRow]) -> ResultChange<BoardRow>?
    {
        switch change {
        case .delete(let position, _): return .delete(at: position, former[position])
        case .insert(let position, _): return .insert(at: position, rows[position])
        case .move(let from, let to, _, _):
            return .move(from: from, to: to, before: former[from], after: rows[to])
        case .update(let position, _, _):
            let after = rows[position]
            guard let before = former.first(where: { $0.flight == after.flight }), before != after else {
                return nil
            }
            return .update(at: position, before: before, after: after)
        }
    }
}
