import Granary
import GranaryAccounts
import GranaryConformance

/// A random program of two processes over the same stores, with the users of ``AccountProgram``, beside a model of it.
///
/// Two accounts in one process stand for the processes, which are told of each other's saves in the store of the users.
/// Either may forget whom the other has current, open or at rest, and give the place of the guest to a user; an engine that
/// can tell who has a store open refuses that, and nothing is changed. Whoever purges has the stores alone, as nobody is told
/// of that.
struct ProcessProgram {
    /// What somebody has.
    private struct Belongings {
        var isKnown = false
        var trips: Set<String> = []
        var timetables: Set<Int> = []
    }

    /// What one process knows for itself.
    private struct Process {
        let accounts: SignInGround.TravelAccounts
        var current: Int
        var following: AccountQuery<TravelClient, Trip>.Iterator
        /// Whether whoever follows has something to get.
        var hasNews = true
    }

    /// The position of the guest, behind the users.
    private static let guest = AccountProgram.names.count

    private let ground: SignInGround
    private var generator: SeededGenerator
    private var model = [Belongings](repeating: Belongings(), count: guest + 1)
    private var processes: [Process] = []
    /// Who was recorded as current last.
    private var recorded = guest
    private var count = 0

    /// Begins without users.
    init(_ ground: SignInGround, _ seed: UInt64) async throws {
        self.ground = ground
        generator = SeededGenerator(seed: seed)
        for _ in 0..<2 { processes.append(try await begin()) }
    }

    private func begin() async throws -> Process {
        let accounts = try await ground.open(
            clock: ContinuousClock(), limit: 2
        ) { [hasFiles = ground.ground.hasFiles] stores in
            AccountGround.followingUsers(hasFiles ? AccountGround.purgingTimetables(stores) : stores)
        }
        return Process(
            accounts: accounts, current: recorded, following: accounts.observe(Trip.all).makeAsyncIterator())
    }

    // MARK: Steps

    /// Does something in one of the processes.
    mutating func step() async throws {
        let (process, somebody) = (below(2), below(Self.guest + 1))
        let isThere = somebody == Self.guest || model[somebody].isKnown
        switch below(10) {
        case 0, 1: try await signIn(below(Self.guest), in: process)
        case 2, 3: if isThere { try await change(to: somebody, in: process) }
        case 4: if isThere, somebody != Self.guest { try await forget(somebody, in: process) }
        case 5: if isThere { try await purge(somebody, in: process) }
        case 6: if isThere { try await account(somebody, process).stack.rest() }
        case 7: try await restart(process)
        case 8: if isThere { try await saveTimetable(somebody, in: process) }
        default: if isThere { try await saveTrip(somebody, in: process) }
        }
        try await read(below(2))
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    private mutating func signIn(_ user: Int, in process: Int) async throws {
        ground.server.expect(AccountProgram.names[user])
        if !model[user].isKnown, below(2) == 0 { return try await adopt(user, in: process) }
        _ = try await processes[process].accounts.signIn()
        model[user].isKnown = true
        note(current: user, in: process)
    }

    /// Gives the place of the guest, whom the other process may have current, open or at rest, to a new user.
    private mutating func adopt(_ user: Int, in process: Int) async throws {
        let theirs = processes[1 - process].accounts.guest
        if below(2) == 0 { try await theirs.stack.rest() }
        let mayBeRefused = isOpen(theirs)
        do { _ = try await processes[process].accounts.signIn(guest: .adopt) } catch GranaryError.Code.locked
            where mayBeRefused
        { return }
        (model[user], model[Self.guest]) = (model[Self.guest], Belongings())
        model[user].isKnown = true
        note(current: user, in: process)
        try await expectEnd(of: theirs, isFound: mayBeRefused)
        let accounts = processes[1 - process].accounts
        try await ground.reach { accounts.guest !== theirs }
        let isFollowed = processes[1 - process].current == Self.guest
        if isFollowed { processes[1 - process].hasNews = true }
    }

    /// Whether an engine that can tell would say that the stores of an account are open.
    private func isOpen(_ account: SignInGround.TravelAccount) -> Bool {
        account.stack.status.phase != .resting
    }

    /// Waits until an account whose place is another one's, or gone, is closed; one at rest finds that out by itself.
    private func expectEnd(of account: SignInGround.TravelAccount, isFound: Bool) async throws {
        if !isFound { try await expectErrorAsync(.closed, "its stores") { _ = try await account.trips } }
        try await ground.reach { account.stack.status.phase == .closed }
    }

    private mutating func change(to somebody: Int, in process: Int) async throws {
        try await processes[process].accounts.switch(to: account(somebody, process))
        note(current: somebody, in: process)
    }

    private mutating func note(current somebody: Int, in process: Int) {
        recorded = somebody
        if processes[process].current != somebody { processes[process].hasNews = true }
        processes[process].current = somebody
    }

    private mutating func saveTrip(_ somebody: Int, in process: Int) async throws {
        count += 1
        let title = "\(somebody) \(count)"
        try await account(somebody, process).add([title])
        model[somebody].trips.insert(title)
        if processes[process].current == somebody { processes[process].hasNews = true }
    }

    private mutating func saveTimetable(_ somebody: Int, in process: Int) async throws {
        count += 1
        try await account(somebody, process).add(timetables: [count])
        model[somebody].timetables.insert(count)
    }

    private mutating func purge(_ somebody: Int, in process: Int) async throws {
        try await processes[1 - process].accounts.close()
        try await account(somebody, process).purge()
        if ground.ground.hasFiles { model[somebody].timetables = [] }
        processes[1 - process] = try await begin()
    }

    /// Forgets somebody whom the other process may have current, open or at rest.
    private mutating func forget(_ user: Int, in process: Int) async throws {
        let other = 1 - process
        let theirs = try await account(user, other)
        if below(2) == 0 { try await theirs.stack.rest() }
        let mayBeRefused = isOpen(theirs)
        do { try await processes[process].accounts.forget(id(user)) } catch GranaryError.Code.locked
            where mayBeRefused
        { return }
        model[user] = Belongings()
        if recorded == user { recorded = Self.guest }
        try await expectEnd(of: theirs, isFound: mayBeRefused)
        let accounts = processes[other].accounts
        for process in processes.indices where processes[process].current == user {
            (processes[process].current, processes[process].hasNews) = (Self.guest, true)
        }
        try await ground.reach { accounts.current !== theirs }
    }

    private mutating func restart(_ process: Int) async throws {
        try await processes[process].accounts.close()
        processes[process] = try await begin()
    }

    /// Reads what whoever follows in a process has to get: nothing of anybody else, and all that was saved there.
    private mutating func read(_ process: Int) async throws {
        guard processes[process].hasNews else { return }
        let current = processes[process].current
        guard let next = try await processes[process].following.next() else {
            throw ConformanceFailure(.broken, "nothing is followed any more")
        }
        processes[process].hasNews = false
        try expectEqual(next.account, current == Self.guest ? nil : id(current), "whose result it is")
        let others = Set(next.result.map(\.title)).subtracting(model[current].trips)
        try expectEqual(others, [], "what is not theirs")
    }

    // MARK: Looking

    private func id(_ user: Int) -> ObjectID<Traveller> { ObjectID(AccountProgram.names[user]) }

    private func account(_ somebody: Int, _ process: Int) async throws -> SignInGround.TravelAccount {
        let accounts = processes[process].accounts
        return somebody == Self.guest ? accounts.guest : try await accounts.account(id(somebody))
    }

    /// Compares what both processes see with the model.
    func check() async throws {
        var places: [Set<String>] = []
        for process in processes.indices {
            let accounts = processes[process].accounts
            let current = processes[process].current
            try expectEqual(accounts.current.id, current == Self.guest ? nil : id(current), "who is current")
            let known = try await ground.records(accounts).map { Array($0.user.utf8) }
            let expected = AccountProgram.names.indices.filter { model[$0].isKnown }
                .map { Array("\"\(AccountProgram.names[$0])\"".utf8) }
            try expectEqual(Set(known), Set(expected), "known users")
            var found: Set<String> = []
            for somebody in model.indices where somebody == Self.guest || model[somebody].isKnown {
                let account = try await account(somebody, process)
                try expectEqual(
                    Set(try await account.trips), model[somebody].trips, "trips of \(somebody)")
                try expectEqual(
                    Set(try await account.timetables), model[somebody].timetables,
                    "timetables of \(somebody)")
                found.insert(account.place)
            }
            try expectEqual(found.count, expected.count + 1, "places")
            places.append(found)
        }
        try expectEqual(places[0], places[1], "the places in both")
    }

    /// Forgets everybody, and what the guest has.
    mutating func end() async throws {
        try await processes[1].accounts.close()
        for user in AccountProgram.names.indices where model[user].isKnown {
            try await processes[0].accounts.forget(id(user))
        }
        let guest = processes[0].accounts.guest
        for configuration in ["Trips", "Timetables"] {
            try await guest.stack.perform { _ in }
            try await guest.stack.eraseAll(in: configuration)
        }
        try await processes[0].accounts.close()
    }
}
