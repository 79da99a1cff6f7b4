import FoundationEssentials
import Granary
import GranarySync
import Synchronization

/// The server of random programs: it keeps the outcome of each write with its effect, and repeats the outcome.
final class FuzzServer: Sendable {
    let state = Mutex(FuzzState())
    private let program: SyncProgram

    init(_ program: SyncProgram) { self.program = program }

    /// Changes a row without a client.
    func change(_ change: (inout FuzzState) -> Void) { state.withLock { change(&$0) } }

    /// Everything, or the rows with some keys.
    func payload(_ request: RemoteRequest) -> RemotePayload {
        let keys = request.keys.map(Set.init)
        return state.withLock { state in
            state.rows { model, id in
                keys.map { request.model == model && $0.contains(.uuid(id)) } ?? true
            }
        }
    }

    /// One page of what has changed since a checkpoint.
    func changes(since checkpoint: Data?) -> RemoteChanges {
        state.withLock { $0.changes(since: checkpoint) }
    }

    /// Carries writes out, or repeats what became of them.
    func carryOut(_ writes: [RemoteWrite], of client: Int) -> [RemoteOutcome] {
        state.withLock { state in
            if Self.buildOnOneAnother(writes) {
                state.faults.append("a batch whose writes build on one another")
            }
            return writes.map { write in
                if let known = state.arrived[write.id] {
                    if known.write != write {
                        state.faults.append("another write with the identity of one before")
                    }
                    // The client may hear it for the first time.
                    state.refusals[client] += known.refusals
                    return known.outcome
                }
                var refusals = 0
                let outcome = outcome(of: write, client, &state, &refusals)
                state.refusals[client] += refusals
                state.arrived[write.id] = .init(write: write, outcome: outcome, refusals: refusals)
                return outcome
            }
        }
    }

    /// Whether two writes are about one object, or one refers to the object of another.
    private static func buildOnOneAnother(_ writes: [RemoteWrite]) -> Bool {
        // No two objects of a program have one key.
        let keys = Set(writes.map(\.key))
        if keys.count < writes.count { return true }
        return writes.contains { write in
            let references = write.changes.compactMap { $0.property == "author" ? $0.after : nil }
            let targets = references.compactMap { ObjectKey($0) } + write.pairs.map(\.target)
            return targets.contains { $0 != write.key && keys.contains($0) }
        }
    }

    private func outcome(
        of write: RemoteWrite, _ client: Int, _ state: inout FuzzState, _ refusals: inout Int
    ) -> RemoteOutcome {
        guard case .uuid(let id) = write.key else { return .refused("no such key") }
        if write.model == "Author" {
            if write.kind != .delete { state.add(author: id) }
            apply(write.pairs, of: write, id, &state)
            return .accepted
        }
        refusals = 1
        if case .text(let title)? = write.values["title"], title.begins(with: "bad") {
            return .refused("not wanted")
        }
        let row = state.posts[id]
        func contradicted(_ outcome: RemoteOutcome) -> RemoteOutcome {
            if state.refusals[client] == 0 { state.surprises.append(.contradicted(client: client, post: id)) }
            return outcome
        }
        switch write.kind {
        case .delete:
            state.set(id, nil)
            refusals = 0
            return .accepted
        case .update:
            guard let row else { return contradicted(.gone()) }
            if program.comparesValues, differs(row, write) {
                return contradicted(.conflict(RemotePayload([row.snapshot(id)])))
            }
        case .insert:
            if program.comparesValues, let row {
                return contradicted(.conflict(RemotePayload([row.snapshot(id)])))
            }
        case .command: return .refused("no commands")
        }
        refusals = 0
        let changed = apply(write, to: row ?? FuzzState.Row(), &state.titles)
        if let author = changed.author, !state.authors.contains(author), state.refusals[client] == 0 {
            state.surprises.append(.unknownAuthor(client: client))
        }
        state.set(id, changed)
        state.written[client].insert(id)
        apply(write.pairs, of: write, id, &state)
        return program.returnsRows ? .accepted(RemotePayload([changed.snapshot(id)])) : .accepted
    }

    private func differs(_ row: FuzzState.Row, _ write: RemoteWrite) -> Bool {
        write.changes.contains { change in
            switch change.property {
            case "title": change.before != [.text(row.title)]
            case "likes": change.before != [.integer(row.likes)]
            case "author": change.before != [row.author.map { .uuid($0) } ?? .null]
            default: false
            }
        }
    }

    private func apply(
        _ write: RemoteWrite, to row: FuzzState.Row, _ titles: inout Set<String>
    ) -> FuzzState.Row {
        var row = row
        for (property, value) in write.values {
            switch (property, value) {
            case ("title", .text(let title)):
                row.title = title
                titles.insert(title)
            case ("likes", .integer(let likes)): row.likes = likes
            case ("author", .uuid(let author)): row.author = author
            case ("author", _): row.author = nil
            default: break
            }
        }
        return row
    }

    /// Adds and removes pairs, whichever of both sides a client has sent.
    private func apply(
        _ pairs: [RemoteWrite.Pair], of write: RemoteWrite, _ id: UUID, _ state: inout FuzzState
    ) {
        for pair in pairs {
            guard case .uuid(let target) = pair.target else { continue }
            let isOfPost = write.model == "Post"
            state.set(
                .init(post: isOfPost ? id : target, author: isOfPost ? target : id), pair.isAdded)
        }
    }
}
