import FoundationEssentials
public import Granary
import Synchronization

/// The accounts of a program's users: shared stores for all, and separate stores for each.
///
/// Accounts of several users can be open at once. Each has a ``PersistentStack`` over the shared stores, which are open
/// once, and its own stores. Any thread may use it. Call ``close()`` in the end.
public final class Accounts<Login: Authenticator>: Sendable {
    typealias Opening = Task<Account<Login>, any Error>

    private struct Contents {
        /// The accounts that are open or being opened, by user, with when they were asked for first, and whose each that is
        /// open is.
        var openings: [ObjectID<Login.User>: (number: Int, task: Opening, owner: PlaceOwner?)] = [:]
        var count = 0
        var isClosed = false
    }

    /// The shared stores alone.
    public let sharedStack: PersistentStack
    let stacks: AccountStacks
    let services: SignInServices<Login>
    let now: @Sendable () -> Date
    let random: @Sendable () -> any RandomNumberGenerator
    /// Which accounts are open.
    let room: OpenAccounts
    /// Who is current.
    let currentAccount: CurrentAccount<Login>
    /// The modules of an account.
    private let modules: (@Sendable (Account<Login>) -> Modules)?
    /// Who is being forgotten.
    let forgetting = WatchedState<Set<ObjectID<Login.User>>>([])
    /// Whether ``close()`` has come to its end.
    private let hasClosed = WatchedState(false)
    private let contents = Mutex(Contents())
    /// Reports when another process may have changed what is known of accounts.
    private let records: RecordWatch

    init(
        _ stacks: AccountStacks, _ services: SignInServices<Login>, limit: Int?, guest: Account<Login>,
        modules: (@Sendable (Account<Login>) -> Modules)?, now: @escaping @Sendable () -> Date,
        random: @escaping @Sendable () -> any RandomNumberGenerator
    ) {
        self.stacks = stacks
        sharedStack = stacks.shared
        room = OpenAccounts(limit: limit, reporting: stacks.shared.unattended)
        currentAccount = CurrentAccount(guest: guest)
        self.services = services
        self.modules = modules
        self.now = now
        self.random = random
        records = RecordWatch(stacks.shared)
        add(guest)
        requireOwnership(of: guest.stack, guest.owner)
        records.begin { [weak self] in await self?.giveUpLost() }
    }

    // MARK: Accounts

    /// The account of a user that is known, opened if it is not open.
    ///
    /// One that rests is opened too. A call for an account that is being opened waits for the same opening. If the task
    /// is cancelled, the call waits no longer, and the account goes on to open.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for a user without an account, since a look-up must never make one;
    ///   ``GranaryError/Code/closed``; ``GranaryError/Code/cancelled``; errors of stores that cannot be opened.
    public nonisolated(nonsending) func account(_ id: ObjectID<Login.User>) async throws -> Account<Login> {
        var account = try await opened(id)
        if account.stack.status.phase != .started {
            try await letGo(of: id)
            account = try await opened(id)
        }
        try await awake(account)
        try await account.modules.started()
        account.begin()
        return account
    }

    /// The same, without beginning to ask the server for what was restored.
    nonisolated(nonsending) func opened(
        _ id: ObjectID<Login.User>, confirmed number: Int? = nil
    ) async throws -> Account<Login> {
        while true {
            let (task, isOwn) = try opening(of: id, confirmed: number)
            do {
                return try await LeavableWork.run { try await task.value }
            } catch GranaryError.Code.notFound where !isOwn {
                // Somebody else has looked for the record, maybe before it was there.
            }
        }
    }

    /// The opening of an account that is on its way or has ended well, or else a new one, which is the caller's own.
    private func opening(
        of id: ObjectID<Login.User>, confirmed number: Int?
    ) throws -> (task: Opening, isOwn: Bool) {
        try contents.withLock { contents in
            if contents.isClosed { throw Self.closed }
            if let opening = contents.openings[id] { return (opening.task, false) }
            contents.count += 1
            let count = contents.count
            let task = Opening {
                do {
                    let account = try await self.open(id, confirmed: number)
                    self.note(account.owner, count, of: id)
                    return account
                } catch {
                    // Also when all who wait are cancelled: the next call tries again.
                    self.remove(count, of: id)
                    throw error
                }
            }
            contents.openings[id] = (count, task, nil)
            return (task, true)
        }
    }

    /// The account of a user, if it is open or being opened; nobody is opened for this.
    nonisolated(nonsending) func openAccount(_ id: ObjectID<Login.User>) async -> Account<Login>? {
        let opening = contents.withLock { $0.openings[id] }
        return try? await opening?.task.value
    }

    /// Notes that an account is open.
    private func note(_ owner: PlaceOwner, _ number: Int, of id: ObjectID<Login.User>) {
        contents.withLock { contents in
            if contents.openings[id]?.number == number { contents.openings[id]?.owner = owner }
        }
    }

    /// The places of the accounts that are open, besides the guest's.
    var openOwners: [PlaceOwner] { contents.withLock { $0.openings.values.compactMap(\.owner) } }

    /// The accounts that are being opened.
    var unfinishedOpenings: [Opening] {
        contents.withLock { $0.openings.values.filter { $0.owner == nil }.map(\.task) }
    }

    /// Removes an opening, unless there is another one by now.
    private func remove(_ number: Int, of id: ObjectID<Login.User>) {
        contents.withLock { contents in
            if contents.openings[id]?.number == number { contents.openings[id] = nil }
        }
    }

    /// Opens the account of a user that is known, and passes it to a closure.
    ///
    /// - Throws: as ``account(_:)``; errors of the closure.
    public nonisolated(nonsending) func with<R>(
        _ id: ObjectID<Login.User>, _ body: (Account<Login>) async throws -> R
    ) async throws -> R { try await body(account(id)) }

    /// Makes and opens the account of a new user, or of one who has none.
    ///
    /// The user is inserted with the record of the account in one commit; one who is stored already stays as they are.
    ///
    /// - Throws: ``GranaryError/Code/constraint`` for a user who has an account; ``GranaryError/Code/closed``; errors of
    ///   saving and of stores that cannot be opened: the account is there then, and can be opened later.
    public nonisolated(nonsending) func create(_ user: Login.User.Snapshot) async throws -> Account<Login> {
        let id = user.objectID
        let key = try AccountRecord.text(of: id)
        var generator = random()
        let place = AccountPlace.draw(from: &generator)
        let hour = AccountRecord.hour(of: now())
        // The record is unique in its user, so of two calls at once one fails.
        try await sharedStack.perform { context in
            if try context.object(id) == nil { try context.insert(user) }
            try context.insert(AccountRecord(place: place, user: key, lastUsed: hour))
            try context.save()
        }
        return try await account(id)
    }

    /// Has the modules of an account run while its stores are open.
    ///
    /// - Throws: ``GranaryError/Code/modules``.
    func runModules(of account: Account<Login>) throws {
        if let modules { try account.modules.run(modules(account)) }
    }

    // MARK: The end

    /// Closes the stores of an account that is open, for good; if it was current, the guest is.
    ///
    /// With a place, only the account that is there: a user who was forgotten may have another one by now.
    ///
    /// - Throws: ``GranaryError/Code/timeout`` if work does not end in the time allowed, and
    ///   ``GranaryError/Code/cancelled``: the account then stays open.
    func close(_ id: ObjectID<Login.User>, _ running: RunningWork, at place: String? = nil) async throws {
        guard let opening = contents.withLock({ $0.openings[id] }) else { return }
        guard let account = try? await opening.task.value, place ?? account.place == account.place else {
            return
        }
        try await stop(account, running)
        await currentAccount.leave(account)
        await account.end()
        room.remove(account.stack)
        do { try await account.stack.close() } catch { reportClosing(error) }
        remove(opening.number, of: id)
    }

    /// Stops the stack of an account; one of its stores that cannot be closed is reported.
    ///
    /// - Throws: as ``close(_:_:)``.
    func stop(_ account: Account<Login>, _ running: RunningWork) async throws {
        do { try await account.stack.stop(running: running) } catch {
            // A store that cannot be closed has been left; otherwise all are as they were.
            switch account.stack.status.phase {
            case .stopped, .closed, .destroyed:
                if case GranaryError.Code.cancelled = error { return }
                reportClosing(error)
            default: throw error
            }
        }
    }

    /// Ends the use of an account whose user another process has signed out, or forgotten.
    func leave(_ id: ObjectID<Login.User>) async {
        guard let opening = contents.withLock({ $0.openings[id] }) else { return }
        do {
            let account = try await opening.task.value
            if try await !isOwned(account.owner) {
                // Not waited for: closing waits for the refresh that has found this out.
                Task.detached { await self.giveUp(account.owner) }
                return
            }
            guard case .signedOut = account.state else { return }
            // A module may wait for the credential whose refresh has found this out.
            try await account.modules.withoutWaiting { try await account.leave(.wait) }
        } catch {
            reportClosing(error)
        }
    }

    private func reportClosing(_ error: any Error) {
        sharedStack.unattended.report(
            error, during: .closing, "A store of an account that ends could not be closed.")
    }

    /// Closes the stores of all accounts, the last opened first, and the shared ones in the end.
    ///
    /// Running units of work are waited for. Later calls wait for the first, and do nothing.
    ///
    /// - Throws: the first error of a store, after all have been closed.
    public func close() async throws {
        let openings = contents.withLock { contents -> [Opening]? in
            if contents.isClosed { return nil }
            contents.isClosed = true
            defer { contents.openings = [:] }
            return contents.openings.values.sorted { $0.number > $1.number }.map(\.task)
        }
        guard let openings else { return await hasClosed.wait { !$0 } }
        defer { hasClosed.change { $0 = true } }
        records.end()
        currentAccount.end()
        var accounts: [Account<Login>] = []
        for opening in openings {
            // If one could not be opened, those who asked for it have got the error.
            if let account = try? await opening.value { accounts.append(account) }
        }
        var problem: (any Error)?
        for account in accounts + [guest] {
            await account.end()
            room.remove(account.stack)
            do { try await account.stack.close() } catch { problem = problem ?? error }
        }
        do { try await sharedStack.close() } catch { problem = problem ?? error }
        if let problem { throw problem }
    }

    // MARK: Errors

    static var closed: GranaryError {
        GranaryError(.closed, "The accounts have been closed, so none can be opened.")
    }
}
