import Granary

/// Tags that are read once and then kept up to date from every save of one store.
final class ToldTags {
    private let stack: PersistentStack
    private var changes: SavedChanges<Tag>?
    private var iterator: SavedChanges<Tag>.Iterator?
    private var weights: [String: Int?] = [:]
    private var number: Int64?

    init(_ stack: PersistentStack) { self.stack = stack }

    /// Begins with the open store.
    nonisolated(nonsending) func begin() async throws {
        let changes = stack.changes(of: Tag.self)
        self.changes = changes
        iterator = changes.makeAsyncIterator()
        try await read(changes)
    }

    private nonisolated(nonsending) func read(_ changes: SavedChanges<Tag>) async throws {
        let (tags, number) = try await changes.read { try $0.fetch(Tag.all).map { ($0.word, $0.weight) } }
        (weights, self.number) = (Dictionary(uniqueKeysWithValues: tags), number)
    }

    /// Expects that the reported saves lead to the stored state.
    nonisolated(nonsending) func check(_ stored: [String: Int?]) async throws {
        // Where saves have no order, the read state cannot be aligned with the reported saves.
        guard let changes, number != nil else { return }
        while weights != stored {
            guard let change = try await iterator?.next(isolation: #isolation) else {
                throw ProgramFault("changes ended")
            }
            try await apply(change, changes)
        }
    }

    private nonisolated(nonsending) func apply(
        _ change: SavedChange<Tag>, _ changes: SavedChanges<Tag>
    ) async throws {
        if change.isWhole { return try await read(changes) }
        if let told = change.number, let number, told <= number { return }
        for tag in change.deleted { weights[tag.word] = nil }
        for tag in change.inserted { weights[tag.word] = .some(tag.weight) }
        for update in change.updated { weights[update.after.word] = .some(update.after.weight) }
    }

    /// Expects that the changes end, whose store was closed, although one is open again.
    nonisolated(nonsending) func end() async throws {
        guard let changes else { return }
        let reader = Task {
            do {
                for try await _ in changes {}
                return false
            } catch GranaryError.Code.closed {
                return true
            }
        }
        let timer = Task {
            try await Task.sleep(for: .seconds(10))
            reader.cancel()
        }
        defer { timer.cancel() }
        if try await !reader.value { throw ProgramFault("the changes of a store go on in the next one") }
    }
}
