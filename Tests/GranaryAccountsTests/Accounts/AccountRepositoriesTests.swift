import Granary
import GranaryAccounts
import GranaryConformance
import GranaryMemory
import GranarySync
import GranaryTestSupport
import Testing

/// The repositories of an account run as one of its modules: they send with its credential, and keep it awake while writes
/// wait.
@Suite(.timeLimit(.minutes(1))) struct AccountRepositoriesTests {
    @Model final class Traveller {
        @Attribute(.primaryKey) var email: String

        init(_ email: String) { self.email = email }
    }

    @Model final class Trip {
        @Attribute(.primaryKey) var title: String

        init(_ title: String) { self.title = title }
    }

    /// Signs everybody in at once; the second credential is the one that the server takes.
    private struct Desk: Authenticator {
        func signIn() async throws -> SignInAnswer<Traveller, Int> {
            SignInAnswer(Traveller("ada").snapshot, 1)
        }

        func needsRefresh(_ user: Traveller.Snapshot, _ credential: Int, atStart: Bool) -> Bool { false }

        func refresh(_ user: Traveller.Snapshot, _ credential: Int) async throws -> SignInAnswer<
            Traveller, Int
        > {
            SignInAnswer(user, credential + 1)
        }

        func signOut(_ user: Traveller.Snapshot, _ credential: Int) async throws {}
    }

    /// A server that does not answer until it is there, and notes who has written what.
    private final class TripServer: Sendable {
        let isThere: WatchedState<Bool>
        let taken = WatchedState<[String]>([])

        init(isThere: Bool) { self.isThere = WatchedState(isThere) }

        func take(_ count: Int, by user: String, with credential: Int) async throws {
            await isThere.wait { !$0 }
            try Task.checkCancellation()
            if credential < 2 { throw CredentialRefused() }
            taken.change { $0.append("\(user): \(count)") }
        }
    }

    /// The server as one account sees it.
    private struct AccountSource: RemoteSource {
        let account: Account<Desk>
        let server: TripServer

        func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
            throw GranaryError(.unavailable, "This server takes writes alone.")
        }

        func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
            try await account.withCredential { credential in
                try await server.take(
                    batch.writes.count, by: account.user?.email ?? "guest", with: credential)
            }
            return batch.writes.map { _ in .accepted }
        }
    }

    /// Sends what an account saves while it is open.
    private actor Sending: AccountModule {
        private let source: AccountSource
        private var tasks: [Task<Void, any Error>] = []
        private var use: StackUse?
        var keepsAwake: Bool { use != nil }

        init(_ source: AccountSource) { self.source = source }

        func start(in surroundings: ModuleSurroundings) async throws {
            let repositories = try await Repositories(surroundings.stack, source: source)
            let sending = Task { try await repositories.run() }
            let waking = Task {
                for try await counts in repositories.outbox.observeCounts() {
                    try await keepAwake(counts.waiting > 0, surroundings)
                }
            }
            tasks = [sending, waking]
        }

        private func keepAwake(_ isWanted: Bool, _ surroundings: ModuleSurroundings) async throws {
            if !isWanted { use = nil } else if use == nil { use = try await surroundings.keepAwake() }
        }

        func receive(_ state: AccountState) {}

        func stop() async {
            for task in tasks { task.cancel() }
            for task in tasks { _ = await task.result }
            (tasks, use) = ([], nil)
        }
    }

    @Test func writesKeepTheirAccountAwakeUntilTheyAreSent() async throws {
        let server = TripServer(isThere: false)
        let accounts = try await Self.open(server)
        let ada = try await accounts.signIn()
        try await ada.stack.perform { context in
            try context.insert(Trip("Oslo"))
            try context.save()
        }
        let module = try await ada.modules[Sending.self]
        try await eventually { await module.keepsAwake }
        let rests = try await ada.stack.rest()
        #expect(!rests && ada.stack.status.phase == .started)
        server.isThere.change { $0 = true }
        await server.taken.wait { $0.isEmpty }
        #expect(server.taken.withLock { $0 } == ["ada: 1"])
        try await eventually { try await ada.stack.rest() }
        try await accounts.close()
    }

    @Test func whatWaitsIsSentWhenTheAccountOpensAgain() async throws {
        let server = TripServer(isThere: true)
        let accounts = try await Self.open(server)
        let ada = try await accounts.signIn()
        for round in 1...3 {
            try await ada.stack.perform { context in
                try context.insert(Trip("Oslo \(round)"))
                try context.save()
            }
            await server.taken.wait { $0.count < round }
            try await eventually { try await ada.stack.rest() }
        }
        try await accounts.close()
    }

    private static func open(_ server: TripServer) async throws -> Accounts<Desk> {
        let schema = try Schema(
            "Travel", configurations: ["People": [Traveller.self, AccountRecord.self], "Trips": [Trip.self]]
        ).syncing { Synced(Trip.self, writes: .localAndRemote) }
        var trips = StoreConfiguration(name: "Trips", type: "memory")
        trips.isPerAccount = true
        let stores = [StoreConfiguration(name: "People", type: "memory"), trips]
        return try await Accounts.open(
            schema, configuration: StackConfiguration(stores: stores), backends: [.memory],
            authenticator: Desk(),
            modules: { account in
                // Nobody's trips stay here.
                if account.id == nil { return Modules([]) }
                return Modules { Sending(AccountSource(account: account, server: server)) }
            })
    }

    /// Waits until something is so.
    private func eventually(_ condition: () async throws -> Bool) async throws {
        while try await !condition() { await Task.yield() }
    }
}
