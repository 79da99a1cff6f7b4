import FoundationEssentials
import Granary
import GranaryConformance
import GranaryMemory
import GranarySync
import GranaryTestSupport
import Synchronization
import Testing

@testable import GranarySyncTesting

/// The promises for authors of sources: a right one keeps them, and each wrong one breaks the one that is about its fault.
@Suite(.timeLimit(.minutes(1))) struct RemoteSourceTests {
    /// A mistake of an author; its raw value is the promise that it breaks.
    enum Fault: String, CaseIterable {
        case mixesRows = "A query has the rows of the server, as they are there"
        case throwsForAbsent = "An object that the server does not have is no error"
        case servesPartsAsWhole = "A part of a list is not the whole of it"
        case hidesTheLostConnection = "Without a connection the store answers"
        case ignoresChanges = "A change arrives"
        case losesDeletions = "A deletion arrives"
        case carriesOutTwice = "A write that arrives again is carried out once"
    }

    /// A mistake in `changes(since:)`, about which there is one promise.
    enum ChangesFault: CaseIterable { case noUpdates, noDeletions, onlyOnePage }

    private func harness(
        _ fault: Fault? = nil, _ changesFault: ChangesFault? = nil
    ) -> RemoteSourceHarness<Post> {
        let server = ScriptedServer()
        return harness(server, FaultySource(server, fault, changesFault))
    }

    private func harness(_ server: ScriptedServer, _ source: any RemoteSource) -> RemoteSourceHarness<Post> {
        RemoteSourceHarness(
            source, makeStack: { try startedStack(try syncedSchema(), on: .memory) },
            makeRow: { Post("post \($0)", likes: $0).snapshot },
            change: { $0.title += "+" }, put: { server.put($0) }, remove: { server.remove($0) },
            held: { id in server.state.withLock { $0.posts[id.key.objectKey] } },
            setConnected: { isConnected in server.set { $0.isOffline = !isConnected } })
    }

    private func promise(_ name: String) throws -> RemoteSourcePromise<Post> {
        try #require(RemoteSourcePromise<Post>.all.first { $0.name == name }, "\(name)")
    }

    /// How a promise is broken.
    private func failure(
        _ promise: RemoteSourcePromise<Post>, _ harness: RemoteSourceHarness<Post>
    ) async throws -> ConformanceFailure? {
        do { try await promise.verify(on: harness) } catch let failure as ConformanceFailure {
            return failure
        }
        return nil
    }

    @Test(arguments: RemoteSourcePromise<Post>.all) func aRightSourceKeeps(
        _ promise: RemoteSourcePromise<Post>
    ) async throws { try await promise.verify(on: harness()) }

    @Test(arguments: Fault.allCases) func aWrongSourceBreaks(_ fault: Fault) async throws {
        let found = try await failure(try promise(fault.rawValue), harness(fault))
        let broken = try #require(found)
        #expect(broken.kind != .late && broken.kind != .setUp, "\(broken)")
    }

    @Test(arguments: ChangesFault.allCases) func wrongChangesBreak(_ fault: ChangesFault) async throws {
        let changes = try promise("Changes have every new row and every deletion, or there are none")
        let broken = try await failure(changes, harness(nil, fault))
        #expect(broken?.kind == .broken, "\(broken as Any)")
    }

    /// A source that does not say what became of the writes has them sent for ever.
    @Test func aSourceWithoutOutcomesIsLate() async throws {
        let server = ScriptedServer()
        var silent = harness(server, SilentSource(server: server))
        silent.deadline = .milliseconds(100)
        let broken = try await failure(try promise("A new object arrives as it is here"), silent)
        #expect(broken?.kind == .late, "\(broken as Any)")
    }
}

/// A source that returns no outcomes.
private struct SilentSource: RemoteSource {
    let server: ScriptedServer

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload { try await server.fetch(request) }
    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] { [] }
}

/// A source with a mistake.
private struct FaultySource: RemoteSource {
    let server: ScriptedServer
    let fault: RemoteSourceTests.Fault?
    let changesFault: RemoteSourceTests.ChangesFault?
    private let log = ChangeLog()

    init(
        _ server: ScriptedServer, _ fault: RemoteSourceTests.Fault?,
        _ changesFault: RemoteSourceTests.ChangesFault?
    ) {
        self.server = server
        self.fault = fault
        self.changesFault = changesFault
    }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
        do { _ = try await server.fetch(request) } catch  where fault == .hidesTheLostConnection {
            return RemotePayload()
        }
        let posts = server.state.withLock { $0.posts }
        var rows = posts.values.sorted { $0.title < $1.title }
        if let keys = request.keys { rows = keys.compactMap { posts[$0] } }
        if fault == .mixesRows, let first = rows.first {
            for position in rows.indices { rows[position].title = first.title }
        }
        if fault == .throwsForAbsent, let keys = request.keys, rows.count < keys.count {
            throw RemoteFailure(500)
        }
        // The server here knows no conditions, so it serves more than was asked for.
        var payload = RemotePayload(rows)
        if let limit = request.limit {
            var whole = request
            (whole.limit, whole.offset) = (nil, 0)
            payload.covers = whole
            if fault == .servesPartsAsWhole {
                payload = RemotePayload(rows.prefix(limit))
                payload.covers = whole
            }
        }
        return payload
    }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        switch fault {
        case .ignoresChanges: return batch.writes.map { _ in .accepted }
        case .losesDeletions where batch.writes.contains { $0.kind == .delete }:
            return batch.writes.map { _ in .accepted }
        case .carriesOutTwice:
            server.set { state in
                let repeated = Set(batch.writes.map(\.id))
                state.carriedOut.removeAll { repeated.contains($0.id) }
            }
        default: break
        }
        return try await server.send(batch)
    }
    /// A page of at most two changes.
    func changes(since checkpoint: Data?) async throws -> RemoteChanges {
        let posts = try server.state.withLock { state in
            if state.isOffline { throw ScriptedServer.noConnection }
            return state.posts
        }
        let all = log.changes(to: posts)
        let start = checkpoint?.first.map(Int.init) ?? 0
        let page = all[start...].prefix(2)
        let hasMore = page.endIndex < all.endIndex
        var rows = page.compactMap { posts[$0.id.key.objectKey] }
        if changesFault == .noUpdates {
            let updated = Set(page.filter { $0.kind == .update }.map(\.id))
            rows.removeAll { updated.contains($0.objectID) }
        }
        var changes = RemoteChanges(
            RemotePayload(rows), checkpoint: Data([UInt8(page.endIndex)]),
            hasMore: hasMore && changesFault != .onlyOnePage)
        if changesFault != .noDeletions {
            changes.delete(page.map(\.id).filter { posts[$0.key.objectKey] == nil })
        }
        return changes
    }
}

/// What has changed at a server since it was looked at first, in the order in which that was noticed.
private final class ChangeLog: Sendable {
    enum Kind { case insert, update, delete }

    private struct State {
        var posts: [ObjectKey: Post.Snapshot] = [:]
        var changes: [(id: ObjectID<Post>, kind: Kind)] = []
    }

    private let state = Mutex(State())

    /// All changes so far, after a look at the posts that are there now.
    func changes(to posts: [ObjectKey: Post.Snapshot]) -> [(id: ObjectID<Post>, kind: Kind)] {
        state.withLock { state in
            let before = state.posts
            let touched = posts.values.filter { before[$0.objectID.key.objectKey] != $0 }
            for post in touched.sorted(by: { $0.title < $1.title }) {
                let isNew = before[post.objectID.key.objectKey] == nil
                state.changes.append((post.objectID, isNew ? .insert : .update))
            }
            for post in before.values where posts[post.objectID.key.objectKey] == nil {
                state.changes.append((post.objectID, .delete))
            }
            state.posts = posts
            return state.changes
        }
    }
}
