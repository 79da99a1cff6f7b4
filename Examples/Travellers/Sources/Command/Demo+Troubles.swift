#if HTTP
    import Granary
    import GranaryAccounts

    extension Demo {
        nonisolated func loseNetwork(_ travel: Travel) async throws {
            title("7. The network is lost, and the tokens grow old. Nobody is signed out.")
            let ada = travel.accounts.current
            await stopServer()
            time.pass(60)
            do {
                try await ada.fetchTimetable(of: "EWR", link)
                try require(false, "Without a server there are no answers.")
            } catch let error as GranaryError {
                fact("throws", error.code.rawValue)
            }
            fact("state", "ada is \(text(ada.state))")
            try await tellContents(of: ada, travel)
            if travel.keepsUsers { return }
            try await findNetwork(ada, travel)
            title("8. and 9. Nothing in memory outlasts another start, or a kill.")
        }

        nonisolated func startWithoutNetwork(_ travel: Travel) async throws {
            title("8. The program starts again without a network.")
            let ada = travel.accounts.current
            try require(ada.id.name == "ada", "Whoever was current last is current again.")
            for await state in ada.states where state.error != nil { break }
            fact("state", "\(ada.id.name) is current and \(text(ada.state))")
            await tellReminder(travel)
            try await tellContents(of: ada, travel)
            try await findNetwork(ada, travel)
        }

        /// Starts the server again, and asks it for something.
        private nonisolated func findNetwork(_ account: Account<TravelClient>, _ travel: Travel) async throws
        {
            try await startServer()
            try await account.fetchTimetable(of: "EWR", link)
            fact("state", "with the network, \(account.id.name) is \(account.state)")
            try await tellContents(of: account, travel)
        }

        private nonisolated func text(_ state: AccountState) -> String {
            "\(state.name), with the error \(state.error?.code.rawValue ?? "none")"
        }

        /// Kills another process of this program while it switches; returns whom it has shown last.
        nonisolated func killInSwitch() throws -> String {
            title("9. Another process of this program switches on and on, and is killed.")
            let last = try KilledSwitch(program: program, configuration: configuration).run()
            fact("killed", "by signal 9")
            return last
        }

        nonisolated func restore(_ travel: Travel, after last: String) async throws {
            let names = ["guest", "ada", "ben"]
            let current = travel.accounts.current.id.name
            let next = names.firstIndex(of: last).map { names[($0 + 1) % names.count] }
            try require([last, next].contains(current), "\(last) or the next is current, not \(current).")
            fact("current", "whom it has shown last, or the next one, recorded but not shown")
            var places: Set<String> = []
            for id in [ObjectID<Traveller>("ada@example.org"), ObjectID<Traveller>("ben@example.org")] {
                let account = try await travel.accounts.account(id)
                places.insert(account.place)
                try await tellContents(of: account, travel)
            }
            try require(places.count == 2, "Each account has a place of its own.")
        }

        nonisolated func forget(_ travel: Travel) async throws {
            title("10. Ben is forgotten: his stores, his tokens, his record and his user.")
            let id = ObjectID<Traveller>("ben@example.org")
            try await travel.accounts.switch(to: travel.accounts.account(id))
            try await travel.accounts.forget(id)
            fact("current", travel.accounts.current.id.name)
            fact("shared", try await travel.modules[Counter.self].shared())
            do {
                _ = try await travel.accounts.account(id)
                try require(false, "A look-up makes no account.")
            } catch let error as GranaryError {
                fact("throws", "\(error.code.rawValue), when somebody looks for ben")
            }
        }

        nonisolated func signOut(_ travel: Travel) async throws {
            title("11. Ada signs out. Her stores are closed, and keep what they have.")
            let id = ObjectID<Traveller>("ada@example.org")
            let ada = try await travel.accounts.account(id)
            try await travel.accounts.switch(to: ada)
            try await ada.signOut()
            fact("state", "ada is \(ada.state), and \(travel.accounts.current.id.name) is current")
            if travel.keepsUsers { try await tellContents(of: travel.accounts.account(id), travel) }
        }
    }
#endif
