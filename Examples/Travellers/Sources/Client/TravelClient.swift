#if HTTP
    import Foundation
    import Granary
    import GranaryAccounts

    /// The face of the server for the accounts.
    struct TravelClient: Authenticator {
        let link: ServerLink
        /// Whoever types email and password.
        let person: Person
        let now: @Sendable () -> Date

        func signIn() async throws -> SignInAnswer<Traveller, Tokens> {
            answer(try await link.post("sign-in", person.form))
        }

        func needsRefresh(_ user: Traveller.Snapshot, _ tokens: Tokens, atStart: Bool) -> Bool {
            tokens.expires <= now()
        }

        func refresh(
            _ user: Traveller.Snapshot, _ tokens: Tokens
        ) async throws -> SignInAnswer<Traveller, Tokens> {
            answer(try await link.post("refresh", tokens))
        }

        func signOut(_ user: Traveller.Snapshot, _ tokens: Tokens) async throws {
            let _: Bool = try await link.post("sign-out", tokens)
        }

        private func answer(_ welcome: Welcome) -> SignInAnswer<Traveller, Tokens> {
            SignInAnswer(Traveller(email: welcome.email, name: welcome.name).snapshot, welcome.tokens)
        }
    }

    extension Account where Login == TravelClient {
        /// Asks the server for the timetable of an airport, and keeps it.
        ///
        /// - Throws: errors of the credential, of the network and of the store.
        func fetchTimetable(of airport: String, _ link: ServerLink) async throws {
            let lines: [String] = try await withCredential { try await link.get("timetables/\(airport)", $0) }
            try await stack.perform { context in
                try context.upsert(lines.map { Timetable.Snapshot(line: $0) })
                try context.save()
            }
        }
    }
#endif
