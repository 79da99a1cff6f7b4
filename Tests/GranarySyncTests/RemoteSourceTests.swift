import FoundationEssentials
import Granary
import GranaryConformance
import GranaryMemory
import GranarySync
import GranaryTestSupport
import Synchronization
import Testing

@testable import GranarySyncTesting

/// The promises for authors of sources: a right one keeps them, and each wrong one breaks some.
@Suite(.timeLimit(.minutes(1))) struct RemoteSourceTests {
    /// A mistake of an author.
    enum Fault: CaseIterable {
        case carriesOutTwice, ignoresChanges, throwsForAbsent, servesPartsAsWhole, losesDeletions
        case hidesTheLostConnection, mixesRows
    }

    private func harness(_ fault: Fault? = nil) -> RemoteSourceHarness<Post> {
        let server = ScriptedServer()
        return RemoteSourceHarness(
            FaultySource(server, fault),
            makeStack: { try startedStack(try syncedSchema(), on: .memory) },
            makeRow: { Post("post \($0)", likes: $0).snapshot },
            change: { $0.title += "+" }, put: { server.put($0) }, remove: { server.remove($0) },
            held: { id in server.state.withLock { $0.posts[id.key.objectKey] } },
            setConnected: { isConnected in server.set { $0.isOffline = !isConnected } })
    }

    @Test(arguments: RemoteSourcePromise<Post>.all) func aRightSourceKeeps(
        _ promise: RemoteSourcePromise<Post>
    ) async throws { try await promise.verify(on: harness()) }

    @Test(arguments: Fault.allCases) func aWrongSourceBreaksSome(_ fault: Fault) async {
        var broken: [String] = []
        for promise in RemoteSourcePromise<Post>.all {
            do { try await promise.verify(on: harness(fault)) } catch { broken.append(promise.name) }
        }
        #expect(!broken.isEmpty, "\(fault)")
    }
}

/// A source with a mistake.
private struct FaultySource: RemoteSource {
    let server: ScriptedServer
    let fault: RemoteSourceTests.Fault?

    init(_ server: ScriptedServer, _ fault: RemoteSourceTests.Fault?) {
        self.server = server
        self.fault = fault
    }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
        do { _ = try await server.fetch(request) } catch  where fault == .hidesTheLostConnection {
            return RemotePayload()
        }
        let posts = server.state.withLock { $0.posts }
        var rows = Array(posts.values)
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
                payload = RemotePayload(rows.shuffled().prefix(limit))
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
}
