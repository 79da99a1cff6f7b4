internal import Granary

extension ObservationRow {
    /// Imports departures; at the same time the main context shows ten others, and a live query has the first ten.
    static func importing(
        _ airport: Airport, _ directory: String, _ size: Int, isShown: Bool, merges: Bool
    ) async throws -> Spent {
        let stack = try airport.open(in: directory, mergesAutomatically: merges)
        try await stack.perform { try $0.insertDepartures(0..<10) }
        let shown = try await isShown ? Shown(stack) : nil
        let spent = try await stack.perform(.importer) { context in
            let watch = Stopwatch(of: .thread)
            for start in stride(from: 10, to: size, by: 1_000) {
                try context.insertDepartures(start..<min(start + 1_000, size))
            }
            return watch.spent
        }
        await shown?.end()
        try await stack.close()
        return spent
    }

    /// Writes with an observer of the model, or without one.
    static func writing(
        _ airport: Airport, _ directory: String, _ size: Int, isObserved: Bool,
        _ write: @escaping @Sendable (Context, Int) throws -> Void
    ) async throws -> Spent {
        let stack = try airport.open(in: directory)
        try await stack.perform { try $0.insertDepartures(0..<size) }
        let reader = isObserved ? reading(stack.changes(of: Departure.self)) : nil
        let spent = try await stack.perform { context in
            let watch = Stopwatch(of: .thread)
            try write(context, size)
            return watch.spent
        }
        reader?.cancel()
        try await stack.close()
        return spent
    }

    private static func reading(_ changes: SavedChanges<Departure>) -> Task<Void, any Error> {
        Task { for try await _ in changes {} }
    }

    /// Changes one row after the other; with an observer, each time until it has the new result.
    static func following(_ airport: Airport, _ directory: String, _ size: Int, isObserved: Bool) async throws
        -> Spent
    {
        let stack = try airport.open(in: directory)
        try await stack.perform { try $0.insertDepartures(0..<size) }
        try await airport.rest()
        var reader = stack.observe(Departure.all.sorted { $0.id.ascending }).makeAsyncIterator()
        if isObserved { _ = try await reader.next() }
        let watch = Stopwatch(of: .process)
        for number in 0..<200 {
            try await change(number, in: stack)
            if isObserved { _ = try await reader.next() }
        }
        let spent = watch.spent
        try await stack.close()
        return spent
    }

    /// Changes one row after the other with a thousand queries; the last one has the row.
    static func followingMany(_ airport: Airport, _ directory: String, _ size: Int, isObserved: Bool)
        async throws -> Spent
    {
        let stack = try airport.open(in: directory)
        try await stack.perform { try $0.insertDepartures(0..<1_000) }
        var readers: [LiveQuery<Departure>.Iterator] = []
        if isObserved {
            for number in 0..<1_000 {
                var reader = stack.observe(Departure.where { $0.delay > 1_000 + number }).makeAsyncIterator()
                _ = try await reader.next()
                readers.append(reader)
            }
        }
        let waiting = readers.map { reader in
            // safe: the iterator is used by this task alone from here on.
            nonisolated(unsafe) let reader = reader
            return Task {
                var reader = reader
                _ = try await reader.next()
            }
        }
        let watch = Stopwatch(of: .process)
        for number in 0..<200 { try await change(number, in: stack) }
        let spent = watch.spent
        for task in waiting { task.cancel() }
        try await stack.close()
        return spent
    }

    /// Reads one row after the other, each in a separate unit of work or action.
    static func reading(_ airport: Airport, _ directory: String, _ size: Int, inAction: Bool) async throws
        -> Spent
    {
        let stack = try airport.open(in: directory)
        try await stack.perform { try $0.insertDepartures(0..<size) }
        try await airport.rest()
        let watch = Stopwatch(of: .process)
        for number in 0..<2_000 {
            let delay =
                inAction
                ? try await stack.run(.general) { try $1.object(Departure.self, number)?.delay }.result()
                : try await stack.perform { try $0.object(Departure.self, number)?.delay }
            precondition(delay == 0)
        }
        let spent = watch.spent
        try await stack.close()
        return spent
    }

    private static func change(_ number: Int, in stack: PersistentStack) async throws {
        try await stack.perform { context in
            try context.object(Departure.self, number)?.delay += 1
            try context.save()
        }
    }
}

/// A main context that shows ten objects, and a live query of ten.
private struct Shown: Sendable {
    let reader: Task<Void, any Error>

    init(_ stack: PersistentStack) async throws {
        let query = stack.observe(Departure.all.sorted { $0.id.ascending }.limit(10))
        var iterator = query.makeAsyncIterator()
        _ = try await iterator.next()
        reader = Task { for try await _ in query {} }
        try await Self.show(stack)
    }

    @MainActor private static func show(_ stack: PersistentStack) throws {
        Screen.departures = try stack.mainContext.fetch(Departure.all.limit(10))
    }

    func end() async {
        reader.cancel()
        await MainActor.run { Screen.departures = [] }
    }
}

/// The departures that the main context shows.
@MainActor private enum Screen {
    static var departures: [Departure] = []
}
