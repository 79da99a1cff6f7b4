import Granary
import GranaryAccounts
import GranaryConformance

/// A random program of four users, whose names hardly differ, and the guest, beside a model of it in plain values.
struct AccountProgram {
    /// What somebody has.
    private struct Belongings {
        var isKnown = false
        var isSignedIn = false
        var trips: Set<String> = []
        var timetables: Set<Int> = []
    }

    /// The users: one differs in its case, and two in the form of one accent.
    static let names = ["ada", "Ada", "\u{E1}da", "a\u{301}da"]
    /// The position of the guest, behind the users.
    private static var guest: Int { names.count }
    private static let limit = 2

    private let ground: SignInGround
    private var accounts: SignInGround.TravelAccounts
    private var generator: SeededGenerator
    private var model = [Belongings](repeating: Belongings(), count: names.count + 1)
    private var current = guest
    private var following: AccountQuery<TravelClient, Trip>.Iterator
    /// Whether whoever follows has something to get.
    private var hasNews = true
    private var count = 0

    /// Begins without users.
    init(_ ground: SignInGround, _ seed: UInt64) async throws {
        self.ground = ground
        generator = SeededGenerator(seed: seed)
        accounts = try await Self.open(ground)
        following = accounts.observe(Trip.all).makeAsyncIterator()
    }

    private static func open(_ ground: SignInGround) async throws -> SignInGround.TravelAccounts {
        try await ground.open(
            limit: limit, ground.ground.hasFiles ? AccountGround.purgingTimetables : { $0 })
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    // MARK: Steps

    /// Does something.
    mutating func step() async throws {
        let somebody = below(Self.names.count + 1)
        switch below(14) {
        case 0, 1: try await signIn(below(Self.names.count))
        case 2: try await signOut(somebody)
        case 3, 4: try await change(to: somebody)
        case 5: try await forget(somebody)
        case 6: try await purge(somebody)
        case 7: try await rest(somebody)
        case 8: try await restart()
        case 9: try await notice(somebody)
        case 10: try await saveTimetable(somebody)
        default: _ = try await saveTrip(somebody)
        }
        if below(2) == 0 { try await read() }
    }

    private mutating func signIn(_ user: Int) async throws {
        ground.server.expect(Self.names[user])
        if below(3) > 0 {
            _ = try await accounts.signIn()
            return note(signedIn: user)
        }
        if model[user].isKnown {
            try await expectErrorAsync(.constraint, "adoption by a known user") {
                _ = try await accounts.signIn(guest: .adopt)
            }
            return
        }
        _ = try await accounts.signIn(guest: .adopt)
        model[user] = model[Self.guest]
        model[Self.guest] = Belongings()
        note(signedIn: user)
    }

    private mutating func note(signedIn user: Int) {
        (model[user].isKnown, model[user].isSignedIn) = (true, true)
        note(current: user)
    }

    private mutating func note(current user: Int) {
        if user != current { (current, hasNews) = (user, true) }
    }

    private mutating func signOut(_ user: Int) async throws {
        guard model[user].isSignedIn else { return }
        try await account(user).signOut()
        model[user].isSignedIn = false
        // Stores in memory are emptied when they are closed.
        if !ground.ground.keepsStores { (model[user].trips, model[user].timetables) = ([], []) }
        if user == current { note(current: Self.guest) }
    }

    private mutating func change(to somebody: Int) async throws {
        if somebody != Self.guest, !model[somebody].isKnown { return }
        let account = try await account(somebody)
        if somebody == Self.guest || model[somebody].isSignedIn {
            try await accounts.switch(to: account)
            note(current: somebody)
        } else {
            try await expectErrorAsync(.denied, "a switch to a signed-out account") {
                try await accounts.switch(to: account)
            }
        }
    }

    private mutating func forget(_ user: Int) async throws {
        guard user != Self.guest else { return }
        guard model[user].isKnown else {
            try await expectErrorAsync(.notFound, "an unknown user") { try await accounts.forget(id(user)) }
            return
        }
        let place = try await account(user).place
        try await accounts.forget(id(user))
        model[user] = Belongings()
        if user == current { note(current: Self.guest) }
        if ground.ground.hasFiles {
            let left = try FileTree(ground.ground.directory).paths.filter { $0.holds(place) }
            try expectEqual(left, [], "files of who is forgotten")
        }
    }

    private mutating func purge(_ somebody: Int) async throws {
        guard isThere(somebody) else { return }
        try await account(somebody).purge()
        if ground.ground.hasFiles { model[somebody].timetables = [] }
    }

    private mutating func rest(_ somebody: Int) async throws {
        if isThere(somebody) { try await account(somebody).stack.rest() }
    }

    private mutating func restart() async throws {
        guard ground.ground.keepsStores else { return }
        try await accounts.close()
        let end = try await following.next()
        try expect(end == nil, "the end of what follows")
        accounts = try await Self.open(ground)
        following = accounts.observe(Trip.all).makeAsyncIterator()
        hasNews = true
    }

    private mutating func saveTrip(_ somebody: Int) async throws -> String? {
        guard isThere(somebody) else { return nil }
        count += 1
        let title = "\(somebody) \(count)"
        try await account(somebody).add([title])
        model[somebody].trips.insert(title)
        if somebody == current { hasNews = true }
        return title
    }

    private mutating func saveTimetable(_ somebody: Int) async throws {
        guard isThere(somebody) else { return }
        count += 1
        try await account(somebody).add(timetables: [count])
        model[somebody].timetables.insert(count)
    }

    /// Follows the saves of somebody while others save.
    private mutating func notice(_ somebody: Int) async throws {
        guard isThere(somebody) else { return }
        var changes = try await account(somebody).stack.changes(of: Trip.self).makeAsyncIterator()
        for other in model.indices where other != somebody { _ = try await saveTrip(other) }
        let title = try await saveTrip(somebody)
        let change = try await changes.next()
        try expectEqual(change?.inserted.map(\.title), title.map { [$0] }, "what was told")
    }

    /// Reads what whoever follows has to get.
    private mutating func read() async throws {
        guard hasNews else { return }
        guard let next = try await following.next() else {
            throw ConformanceFailure(.broken, "nothing is followed any more")
        }
        hasNews = false
        try expectEqual(next.account, current == Self.guest ? nil : id(current), "whose result it is")
        try expectEqual(Set(next.result.map(\.title)), model[current].trips, "the result")
    }

    // MARK: Looking

    private func id(_ user: Int) -> ObjectID<Traveller> { ObjectID(Self.names[user]) }

    private func isThere(_ somebody: Int) -> Bool { somebody == Self.guest || model[somebody].isKnown }

    private func account(_ somebody: Int) async throws -> SignInGround.TravelAccount {
        somebody == Self.guest ? accounts.guest : try await accounts.account(id(somebody))
    }

    /// Compares everything with the model.
    func check() async throws {
        let known = try await ground.records(accounts).map { Array($0.user.utf8) }
        let expected = Self.names.indices.filter { model[$0].isKnown }
            .map { Array("\"\(Self.names[$0])\"".utf8) }
        try expectEqual(Set(known), Set(expected), "known users")
        try expectEqual(accounts.current.id, current == Self.guest ? nil : id(current), "who is current")
        var open: [SignInGround.TravelAccount] = []
        for somebody in model.indices where isThere(somebody) {
            let account = try await account(somebody)
            try expectEqual(Set(try await account.trips), model[somebody].trips, "trips of \(somebody)")
            try expectEqual(
                Set(try await account.timetables), model[somebody].timetables, "timetables of \(somebody)")
            let isSignedIn = !["guest", "signedOut"].contains(account.state.name)
            try expectEqual(isSignedIn, model[somebody].isSignedIn, "whether \(somebody) is signed in")
            open.append(account)
        }
        try expectEqual(Set(open.map(\.place)).count, open.count, "places")
        // What was in use a moment ago rests when somebody asks.
        try await ground.reach {
            if let user = model.indices.first(where: { model[$0].isKnown }) { _ = try await account(user) }
            return open.count { $0.stack.status.phase == .started } <= Self.limit
        }
    }

    /// Forgets everybody, and what the guest has.
    mutating func end() async throws {
        for user in Self.names.indices where model[user].isKnown { try await forget(user) }
        for configuration in ["Trips", "Timetables"] {
            try await accounts.guest.stack.perform { _ in }
            try await accounts.guest.stack.eraseAll(in: configuration)
        }
        try await accounts.close()
    }
}
