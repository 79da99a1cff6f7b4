#if HTTP
    import Granary
    import GranaryAccounts

    /// Reminds whoever is current of their trips: of all when they become current, then of each that they plan.
    actor Reminder: Module {
        let needs: [Any.Type] = [Importer.self]
        /// What it says.
        nonisolated let texts: AsyncStream<String>
        private let accounts: Accounts<TravelClient>
        private let saying: AsyncStream<String>.Continuation
        private var following: Task<Void, Never>?

        init(_ accounts: Accounts<TravelClient>) {
            self.accounts = accounts
            (texts, saying) = AsyncStream.makeStream(of: String.self)
        }

        func start(in surroundings: ModuleSurroundings) {
            let (accounts, saying) = (accounts, saying)
            following = Task {
                do { try await Self.follow(accounts, saying) } catch {
                    saying.yield("no reminders: \(error)")
                }
                saying.finish()
            }
        }

        func stop() async {
            following?.cancel()
            await following?.value
        }

        private static func follow(
            _ accounts: Accounts<TravelClient>, _ saying: AsyncStream<String>.Continuation
        ) async throws {
            for try await (user, trips) in accounts.observe(Trip.all.sorted { $0.flightCode.ascending }) {
                for trip in trips.isFirst ? Array(trips) : trips.changes.compactMap(inserted) {
                    saying.yield("\(user.name), remember: \(trip.text)")
                }
            }
        }

        private static func inserted(_ change: ResultChange<Trip.Snapshot>) -> Trip.Snapshot? {
            if case .insert(_, let trip) = change { trip } else { nil }
        }
    }
#endif
