import FoundationEssentials
import Granary
import GranarySync
import Synchronization

/// A server in memory, which keeps the identity of each write that it has carried out.
final class ScriptedServer: RemoteSource {
    struct State {
        var posts: [ObjectKey: Post.Snapshot] = [:]
        var authors: [ObjectKey: Author.Snapshot] = [:]
        /// The writes that were carried out, in order.
        var carriedOut: [RemoteWrite] = []
        /// Every write that has arrived, repetitions included.
        var arrived: [RemoteWrite] = []
        var requests = 0
        var lastRequest: RemoteRequest?
        var isOffline = false
        /// Whether the answers to writes get lost.
        var losesAnswers = false
        /// Whether it returns the rows of the writes that it accepts.
        var returnsRows = false
        /// The answers to queries are only a part of them.
        var servesPages = false
        /// The only properties of posts that it serves; `nil` for all.
        var servedProperties: Set<String>?
        var error: GranaryError?
        /// The status code of the answers to queries, unless they succeed.
        var status: Int?
        /// Titles that it does not want.
        var refused: Set<String> = []
        /// Whether it compares the values before an update with its own, and refuses an update of others.
        var comparesValues = false
        /// Answers instead of it, if it returns an outcome.
        var answer: (@Sendable (RemoteWrite) throws -> RemoteOutcome?)?
        /// Serves instead of it, if it returns a payload.
        var serve: (@Sendable (RemoteRequest) throws -> RemotePayload?)?
        /// Runs once after writes are carried out, before the answer.
        var afterWrites: (@Sendable () async throws -> Void)?
        /// Says what has changed since a checkpoint.
        var changes: (@Sendable (Data?) throws -> RemoteChanges)?
        /// The checkpoints that it was asked with.
        var checkpoints: [Data?] = []
        /// The numbers of writes of the batches.
        var batches: [Int] = []
        /// How often other credentials were asked for.
        var renewals = 0
        /// Runs while other credentials are asked for.
        var whileRenewing: (@Sendable () -> Void)?
    }

    /// The largest number of writes of a batch.
    let mostWritesPerBatch: Int

    let state = Mutex(State())
    /// Runs between the reading of the rows and the answer.
    let beforeAnswer: @Sendable () async -> Void

    /// Runs before a query arrives.
    let beforeFetch: @Sendable () async -> Void

    init(
        batches: Int = 1, beforeFetch: @escaping @Sendable () async -> Void = {},
        beforeAnswer: @escaping @Sendable () async -> Void = {}
    ) {
        self.beforeFetch = beforeFetch
        mostWritesPerBatch = batches
        self.beforeAnswer = beforeAnswer
    }

    static let noConnection = GranaryError(.unavailable, "There is no connection.")

    /// Changes what it does.
    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    func put(_ post: Post.Snapshot) { set { $0.posts[post.objectID.key.objectKey] = post } }

    func put(_ author: Author.Snapshot) { set { $0.authors[author.objectID.key.objectKey] = author } }

    /// Deletes a post there.
    func remove(_ id: ObjectID<Post>) { set { $0.posts[id.key.objectKey] = nil } }

    /// Deletes an author there.
    func remove(_ id: ObjectID<Author>) { set { $0.authors[id.key.objectKey] = nil } }

    var carriedOut: [RemoteWrite] { state.withLock { $0.carriedOut } }
    var arrived: [RemoteWrite] { state.withLock { $0.arrived } }
    var batches: [Int] { state.withLock { $0.batches } }
    var lastRequest: RemoteRequest? { state.withLock { $0.lastRequest } }
    var requests: Int { state.withLock { $0.requests } }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
        await beforeFetch()
        let payload = try state.withLock { state in
            state.requests += 1
            state.lastRequest = request
            if state.isOffline { throw Self.noConnection }
            if let error = state.error { throw error }
            if let payload = try state.serve?(request) { return payload }
            if let status = state.status { throw RemoteFailure(status) }
            var payload = RemotePayload()
            if let names = state.servedProperties {
                payload.add(partial: state.posts.values.map { PartialRow<Post>($0, serving: names) })
            } else {
                payload.add(Array(state.posts.values))
            }
            payload.add(Array(state.authors.values))
            payload.isWhole = !state.servesPages
            return payload
        }
        await beforeAnswer()
        return payload
    }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        let outcomes = try state.withLock { state in
            if state.isOffline { throw Self.noConnection }
            state.arrived += batch.writes
            state.batches.append(batch.writes.count)
            let outcomes = try batch.writes.map { write in
                if let outcome = try state.answer?(write) { return outcome }
                if state.comparesValues, let outcome = state.conflict(with: write) { return outcome }
                if case .text(let title)? = write.values["title"], state.refused.contains(title) {
                    return RemoteOutcome.refused("not wanted")
                }
                if !state.carriedOut.contains(where: { $0.id == write.id }) {
                    state.carriedOut.append(write)
                    state.carryOut(write)
                }
                guard state.returnsRows, let row = state.posts[write.key] else { return .accepted }
                return .accepted(RemotePayload([row]))
            }
            if state.losesAnswers { throw Self.noConnection }
            return outcomes
        }
        try await state.withLock { $0.afterWrites.take() }?()
        return outcomes
    }
}

extension ScriptedServer {
    func changes(since checkpoint: Data?) async throws -> RemoteChanges {
        let changes = try state.withLock { state in
            state.checkpoints.append(checkpoint)
            if state.isOffline { throw Self.noConnection }
            guard let changes = state.changes else { throw GranaryError(.unsupported, "It cannot say.") }
            return try changes(checkpoint)
        }
        await beforeAnswer()
        return changes
    }

    func renewCredentials() async throws {
        set { $0.renewals += 1 }
        state.withLock { $0.whileRenewing }?()
    }
}

extension ScriptedServer.State {
    /// The refusal of a write that was made for other values.
    fileprivate func conflict(with write: RemoteWrite) -> RemoteOutcome? {
        guard write.model == "Post", write.kind == .update else { return nil }
        guard let post = posts[write.key] else { return .gone("deleted by others") }
        let differs = write.changes.contains { change in
            switch change.property {
            case "title": change.before != [.text(post.title)]
            case "likes": change.before != [.integer(Int64(post.likes))]
            default: false
            }
        }
        return differs ? .conflict(RemotePayload([post]), "changed by others") : nil
    }

    mutating func carryOut(_ write: RemoteWrite) {
        guard write.model == "Post", case .uuid(let id) = write.key else { return }
        if write.kind == .delete {
            posts[write.key] = nil
            return
        }
        var post = posts[write.key] ?? Post(id: id, "").snapshot
        if case .text(let title)? = write.values["title"] { post.title = title }
        if case .integer(let likes)? = write.values["likes"] { post.likes = Int(likes) }
        posts[write.key] = post
    }
}
