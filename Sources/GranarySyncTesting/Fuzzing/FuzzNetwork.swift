import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// The way of one client to the server of random programs: it loses, doubles and delays what it is told to.
final class FuzzNetwork: RemoteSource {
    private struct State {
        var faults: [NetworkFault] = []
        /// Writes that arrive after a later request.
        var late: [[RemoteWrite]] = []
        /// Holds the next answer back.
        var gate: TaskGate?
        /// Whether the held answer was made.
        var isHeld = false
    }

    let mostWritesPerBatch: Int
    private let server: FuzzServer
    private let client: Int
    private let state = Mutex(State())

    init(_ server: FuzzServer, _ client: Int, batches: Int) {
        self.server = server
        self.client = client
        mostWritesPerBatch = batches
    }

    /// Does these to the next requests.
    func set(_ faults: [NetworkFault]) { state.withLock { $0.faults = faults } }

    /// Holds the answer of the next request for rows back.
    func hold(by gate: TaskGate) {
        state.withLock { state in
            state.gate = gate
            state.isHeld = false
        }
    }

    /// Whether the answer that is to be held back was made.
    var isHeld: Bool { state.withLock { $0.isHeld } }

    private static let noConnection = GranaryError(.unavailable, "There is no connection.")

    private func nextFault() -> NetworkFault? {
        state.withLock { $0.faults.isEmpty ? nil : $0.faults.removeFirst() }
    }

    /// Lets writes arrive that were late.
    private func deliverLate() {
        let late = state.withLock { state in
            defer { state.late = [] }
            return state.late
        }
        for writes in late { _ = server.carryOut(writes, of: client) }
    }

    /// Comes to the server with a question.
    private func ask() throws {
        switch nextFault() {
        case .lost, .answerLost, .late: throw Self.noConnection
        case .busy: throw RemoteFailure(503)
        case .doubled, nil: break
        }
        deliverLate()
    }

    func changes(since checkpoint: Data?) async throws -> RemoteChanges {
        try ask()
        return server.changes(since: checkpoint)
    }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
        try ask()
        let payload = server.payload(request)
        let gate = state.withLock { state in
            defer { state.gate = nil }
            if state.gate != nil { state.isHeld = true }
            return state.gate
        }
        await gate?.wait()
        return payload
    }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        switch nextFault() {
        case .lost: throw Self.noConnection
        case .busy: throw RemoteFailure(503)
        case .late:
            state.withLock { $0.late.append(batch.writes) }
            throw Self.noConnection
        case .answerLost:
            deliverLate()
            _ = server.carryOut(batch.writes, of: client)
            throw Self.noConnection
        case .doubled:
            _ = server.carryOut(batch.writes, of: client)
        case nil: break
        }
        let outcomes = server.carryOut(batch.writes, of: client)
        deliverLate()
        return outcomes
    }
}
