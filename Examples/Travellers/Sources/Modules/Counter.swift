#if HTTP
    import Granary
    import GranaryAccounts

    /// Counts what is in the stores; starts when somebody asks for it.
    actor Counter: Module {
        let needs: [Any.Type] = [Importer.self]
        private var stack: PersistentStack?

        func start(in surroundings: ModuleSurroundings) throws { stack = try surroundings.stack }

        func stop() { stack = nil }

        /// What the shared stores hold.
        func shared() async throws -> String {
            guard let stack else { return "" }
            return try await stack.perform { context in
                let users = try context.fetch(Traveller.all.sorted { $0.email.ascending }).map(\.objectID)
                let names = users.map { Optional($0).name }.joined(separator: ", ")
                let (airlines, flights) = (try context.count(Airline.all), try context.count(Flight.all))
                return "\(airlines) airlines, \(flights) flights; accounts: \(names.isEmpty ? "none" : names)"
            }
        }

        /// What the stores of an account hold.
        func own(_ account: Account<TravelClient>) async throws -> String {
            try await account.stack.perform { context in
                let trips = counted(try context.count(Trip.all), "trip")
                let lines = counted(try context.count(Timetable.all), "timetable line")
                return "\(trips), \(lines), \(counted(try context.count(Draft.all), "draft"))"
            }
        }
    }
#endif
