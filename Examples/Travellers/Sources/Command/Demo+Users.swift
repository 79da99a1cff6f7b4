#if HTTP
    import Granary
    import GranaryAccounts

    extension Demo {
        nonisolated func showModules(_ travel: Travel) async throws {
            title("1. Modules start in the order of their needs.")
            let modules = travel.modules.report.modules.map { "\($0.name) \($0.state.rawValue)" }
            fact("modules", modules.joined(separator: ", "))
            fact("shared", try await travel.modules[Counter.self].shared())
        }

        nonisolated func planAsGuest(_ travel: Travel) async throws {
            title("2. Nobody has signed in: the guest plans a trip.")
            _ = try await travel.accounts.guest.planTrip(to: "IAH")
            await tellReminder(travel)
            try await tellContents(of: travel.accounts.guest, travel)
        }

        nonisolated func adopt(_ travel: Travel) async throws {
            title("3. Ada signs in, and adopts what the guest has planned.")
            let place = travel.accounts.guest.place
            person.sitDown("ada@example.org")
            let ada = try await travel.accounts.signIn(guest: .adopt)
            try require(ada.place == place, "Ada has the guest's place.")
            fact("state", "ada is \(ada.state)")
            await tellReminder(travel)
            try await ada.fetchTimetable(of: "EWR", link)
            try await tellContents(of: ada, travel)
            try await tellContents(of: travel.accounts.guest, travel)
        }

        nonisolated func signInBeside(_ travel: Travel) async throws {
            title("4. Ben signs in beside her, and the program switches between them.")
            person.sitDown("ben@example.org")
            let ada = travel.accounts.current
            let ben = try await travel.accounts.signIn()
            _ = try await ben.planTrip(to: "MIA")
            await tellReminder(travel)
            try await tellContents(of: ben, travel)
            try await travel.accounts.switch(to: ada)
            try await tellContents(of: ada, travel)
            fact("state", "ada is \(ada.state), ben is \(ben.state)")
        }

        nonisolated func refreshOnce(_ travel: Travel) async throws {
            title("5. A minute passes. Tokens last seconds, and a refresh token serves once.")
            time.pass(60)
            let (ada, before) = (travel.accounts.current, desk.refreshes)
            try await withThrowingTaskGroup { group in
                for airport in ["EWR", "JFK", "LGA"] {
                    group.addTask { try await ada.fetchTimetable(of: airport, self.link) }
                }
                try await group.waitForAll()
            }
            fact("server", "3 requests at once, \(counted(desk.refreshes - before, "refresh"))")
            try await tellContents(of: ada, travel)
        }

        nonisolated func purge(_ travel: Travel) async throws {
            let ada = travel.accounts.current
            title("6. Ada's cache is purged; what is durable stays.")
            if !ada.stack.attachedStores.contains(where: { $0.name == "Timetables" && $0.kind == .purgeable })
            {
                return fact("skipped", "no store of the configuration is purgeable")
            }
            try await ada.purge()
            try await tellContents(of: ada, travel)
            try await ada.fetchTimetable(of: "JFK", link)
            try await tellContents(of: ada, travel)
        }
    }
#endif
