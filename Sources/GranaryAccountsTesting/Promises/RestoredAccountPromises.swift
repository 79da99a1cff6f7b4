import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance

/// Who was current is that again after a restart.
enum RestoredAccountPromises: SignInPromiseList {
    static let promises: [ConformancePromise] = [
        signInPromise("Who was current is current again, before anybody has the accounts", needs: .persistent)
        {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.add(["Oslo"])
            ground.server.expect("bob")
            _ = try await accounts.signIn()
            try await accounts.switch(to: ada)
            try await accounts.close()
            let again = try await ground.open()
            try expectEqual(again.current.user?.email, "ada", "the current one")
            try expect(again.restoration == nil, "no error")
            try expectEqual(try await again.current.trips, ["Oslo"], "trips")
            try await again.current.reach("signedIn")
            let known = try await again.account(ObjectID("ada"))
            try expect(known === again.current, "the same account")
        },
        signInPromise(
            "Until the server has answered, who is restored is current all the same", needs: .persistent
        ) {
            ground in
            let accounts = try await ground.open()
            _ = try await accounts.signIn()
            try await accounts.close()
            ground.server.askAtStart()
            let gate = TaskGate()
            ground.server.answer(.refresh, with: .late(gate))
            let again = try await ground.open()
            try expectEqual(again.current.user?.email, "ada", "the current one")
            try expectEqual(again.current.state.name, "presession", "state")
            gate.open()
            try await again.current.reach("signedIn")
        },
        signInPromise(
            "Nobody is restored after a sign-out, a switch to the guest, or forgetting", needs: .persistent
        ) {
            ground in
            var accounts = try await ground.open()
            let ends: [(String, @Sendable (SignInGround.TravelAccounts) async throws -> Void)] = [
                ("a sign-out", { try await $0.current.signOut() }),
                ("a switch", { try await $0.switch(to: $0.guest) }),
                ("forgetting", { try await $0.forget($0.current.userID) }),
            ]
            for (name, end) in ends {
                _ = try await accounts.signIn()
                try await end(accounts)
                try await accounts.close()
                accounts = try await ground.open()
                try expect(accounts.current === accounts.guest, "after \(name)")
                try expect(accounts.restoration == nil, "no error after \(name)")
            }
        },
        signInPromise(
            "If the last account cannot be opened the guest is current, and nothing is dropped", needs: .files
        ) { ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.add(["Oslo"])
            try await accounts.close()
            let damage = try Damage(of: ada.place, in: ground.ground.directory)
            let second = try await ground.open()
            try expect(second.current === second.guest, "the guest")
            try expect(second.restoration is GranaryError, "the error: \(second.restoration as Any)")
            _ = try await second.guest.trips
            try await second.close()
            try damage.mend()
            let third = try await ground.open()
            try expectEqual(third.current.user?.email, "ada", "the current one")
            try expectEqual(try await third.current.trips, ["Oslo"], "trips")
            try await third.current.reach("signedIn")
        },
        signInPromise("A switch to an account that cannot be opened changes nothing", needs: .files) {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.add(["Oslo"])
            ground.server.expect("bob")
            let bob = try await accounts.signIn()
            let rests = try await ada.stack.rest()
            try expect(rests, "it rests")
            let damage = try Damage(of: ada.place, in: ground.ground.directory)
            do {
                try await accounts.switch(to: ada)
                throw ConformanceFailure(.broken, "it was opened")
            } catch is GranaryError {}
            try expect(accounts.current === bob, "the current one")
            let recorded = try await accounts.sharedStack.perform { context in
                try context.fetch(AccountRecord.where { $0.isCurrent == true }).map(\.place)
            }
            try expectEqual(recorded, [bob.place], "who is recorded")
            try damage.mend()
            try await accounts.switch(to: ada)
            try expectEqual(try await accounts.current.trips, ["Oslo"], "trips")
        },
        signInPromise(
            "A user whom the program has deleted is not restored, and loses nothing", needs: .persistent
        ) {
            ground in
            let accounts = try await ground.open()
            let ada = try await accounts.signIn()
            try await ada.add(["Oslo"])
            _ = try await accounts.sharedStack.perform { try $0.deleteAll(Traveller.all) }
            try await accounts.close()
            let again = try await ground.open()
            try expect(again.current === again.guest, "the guest")
            try expectEqual((again.restoration as? GranaryError)?.code, .notFound, "the error")
            let back = try await again.signIn()
            try expectEqual(try await back.trips, ["Oslo"], "trips")
        },
    ]
}

/// Files of an account that were replaced by nonsense, until they are mended.
private struct Damage {
    private let whole: [String: Data]

    /// Replaces every file at a place.
    init(of place: String, in directory: String) throws {
        var whole: [String: Data] = [:]
        for (path, bytes) in try FileTree(directory).contents()
        where path.holds("accounts/\(place)") && !bytes.isEmpty {
            whole["\(directory)/\(path)"] = bytes
        }
        self.whole = whole
        for (path, bytes) in whole { try Data(repeating: 0x5A, count: bytes.count).write(to: Self.url(path)) }
    }

    /// Puts the files back, and nothing else.
    func mend() throws {
        for (path, bytes) in whole { try bytes.write(to: Self.url(path)) }
    }

    private static func url(_ path: String) -> URL { URL(filePath: path) }
}
