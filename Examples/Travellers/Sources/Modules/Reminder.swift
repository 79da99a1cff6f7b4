import Granary
import GranaryAccounts

/// Reminds of the trips in one account: of all when its stores open, then of each that is planned.
actor Reminder: AccountModule {
    private let name: String
    private let say: @Sendable (String) -> Void
    private var following: Task<Void, Never>?

    /// Makes one for the user with a name, which says its reminders to a closure.
    init(of name: String, _ say: @escaping @Sendable (String) -> Void) { (self.name, self.say) = (name, say) }

    func start(in surroundings: ModuleSurroundings) throws {
        let (stack, name, say) = (try surroundings.stack, name, say)
        following = Task {
            do { try await Self.follow(stack, name, say) } catch {
                say("\(name), there are no reminders: \(error)")
            }
        }
    }

    func receive(_ state: AccountState) {
        if case .refused = state { say("\(name), remember: sign in again") }
    }

    func stop() async {
        following?.cancel()
        await following?.value
        following = nil
    }

    private static func follow(
        _ stack: PersistentStack, _ name: String, _ say: @Sendable (String) -> Void
    ) async throws {
        for try await trips in stack.observe(Trip.all.sorted { $0.flightCode.ascending }) {
            for trip in trips.isFirst ? Array(trips) : trips.changes.compactMap(inserted) {
                say("\(name), remember: \(trip.text)")
            }
        }
    }

    private static func inserted(_ change: ResultChange<Trip.Snapshot>) -> Trip.Snapshot? {
        if case .insert(_, let trip) = change { trip } else { nil }
    }
}
