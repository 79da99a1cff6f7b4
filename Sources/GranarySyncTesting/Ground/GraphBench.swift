import Granary
import GranarySync

/// A client whose server has a fleet, and notes what it is asked for.
struct GraphBench: Sendable {
    let client: SyncClient
    let fleet: Mutexed<Fleet>
    let requests: Mutexed<[RemoteRequest]>

    init(
        _ ground: SyncGround, server: ScriptedServer = ScriptedServer(), times: SyncTimes = SyncTimes(),
        _ fill: (inout Fleet) -> Void = { _ in }
    ) async throws {
        var fleet = Fleet()
        fill(&fleet)
        let (rows, requests) = (Mutexed(fleet), Mutexed<[RemoteRequest]>([]))
        server.set { state in
            // The server calls it with its lock held, so one after the other.
            state.serve = { request in
                requests.value.append(request)
                return try rows.value.payload(request)
            }
        }
        self.fleet = rows
        self.requests = requests
        client = try await ground.client(try fleetSchema(), server: server, times: times)
    }

    var repositories: Repositories { client.repositories }
    /// The models that the server was asked for, in order.
    var asked: [String] { requests.value.map(\.model) }

    /// How often the server is asked for each model while a closure runs.
    func counting(_ body: () async throws -> Void) async throws -> [String: Int] {
        let before = requests.value.count
        try await body()
        return Dictionary(requests.value.dropFirst(before).map { ($0.model, 1) }, uniquingKeysWith: +)
    }

    /// Changes the store in one save.
    func save(_ change: @escaping @Sendable (Context) throws -> Void) async throws {
        try await client.stack.perform { context in
            try change(context)
            try context.save()
        }
    }
}
