import FoundationEssentials
import Granary

extension Accounts {
    /// What is recorded of an account.
    ///
    /// - Throws: ``GranaryError/Code/notFound``; errors of the shared store.
    func known(_ id: ObjectID<Login.User>) async throws -> AccountRecord.Snapshot {
        let key = try AccountRecord.text(of: id)
        let record = try await sharedStack.perform { context in
            try context.fetch(AccountRecord.where { $0.user == key }).first?.snapshot
        }
        guard let record else { throw Self.unknown }
        return record
    }

    /// Opens the account of a user that is known; the sign-in with a confirmed number was not restored, but just made.
    func open(_ id: ObjectID<Login.User>, confirmed number: Int?) async throws -> Account<Login> {
        let key = try AccountRecord.text(of: id)
        let hour = AccountRecord.hour(of: now())
        let known = try await sharedStack.perform(.ofRecords) { context in
            guard let record = try context.fetch(AccountRecord.where { $0.user == key }).first,
                !record.isForgotten
            else { throw Self.unknown }
            guard let user = try context.object(id)?.snapshot else { throw Self.withoutUser }
            if record.lastUsed < hour {
                record.lastUsed = hour
                try context.save()
            }
            return (user: user, place: record.place)
        }
        let owner = PlaceOwner(place: known.place, user: key)
        let stack = try stacks.make(at: known.place)
        requireOwnership(of: stack, owner)
        do {
            try await room.opening(stack) { try await stack.start() }
            let follower = UserFollower<Login.User>(known.user, try Self.users(in: stack.schema), sharedStack)
            try await follower.begin()
            let session = try await signIn(at: known.place, follower) { [weak self] in await self?.leave(id) }
            let account = Account(follower, owner, stack, session, currentAccount, stacks)
            // Before its modules begin, which would otherwise receive a restored sign-in first.
            if let number { account.status.confirm(number) }
            add(account)
            beginModules(of: account)
            return account
        } catch {
            try? await stack.close()
            // Another process has forgotten it since.
            if let isOwned = try? await isOwned(owner), !isOwned { throw Self.unknown }
            throw error
        }
    }

    /// Opens the stores of an account that rests, or that a sign-out has closed.
    func awake(_ account: Account<Login>) async throws {
        if account.stack.status.phase == .started { return await room.settle(besides: account.stack) }
        try await room.opening(account.stack) {
            try await account.reopen()
            try await account.stack.awake()
        }
    }

    /// Has the modules of an account run while its stores are open; a list that cannot be started is reported.
    func beginModules(of account: Account<Login>) {
        do { try runModules(of: account) } catch {
            sharedStack.unattended.report(
                error, during: .modules,
                "The modules of the account at \(account.place) cannot be started; the account goes on.")
        }
    }

    /// Begins to count an account among those that are open.
    func add(_ account: Account<Login>) {
        let (stack, current) = (account.stack, currentAccount)
        room.add(stack) { [weak current] in current?.present.stack === stack }
    }

    private func signIn(
        at place: String, _ follower: UserFollower<Login.User>, leave: @escaping @Sendable () async -> Void
    ) async throws -> AccountSession<Login> {
        let record = signInRecord(at: place)
        return AccountSession(
            try await RestoredSignIn(services, record), services, record, follower, leave: leave)
    }

    /// What the record of a place says about the sign-in, for a holder with a new name.
    func signInRecord(at place: String) -> SignInRecord {
        var generator = random()
        return SignInRecord(
            stack: sharedStack, place: place, holder: AccountPlace.draw(from: &generator),
            asking: services.settings.lease, now: now)
    }

    private static func users(in schema: Schema) throws -> Entity {
        guard let entity = schema.entity(of: Login.User.self) else { throw unknown }
        return entity
    }

    // MARK: Errors

    static var unknown: GranaryError {
        GranaryError(
            .notFound, "This user has no account; make one with `create(_:)`.",
            context: .init(entity: Login.User.modelDescription.name))
    }

    private static var withoutUser: GranaryError {
        GranaryError(
            .notFound,
            "The user of this account was deleted, so it cannot be opened; insert the user again, or forget the account.",
            context: .init(entity: Login.User.modelDescription.name))
    }
}
