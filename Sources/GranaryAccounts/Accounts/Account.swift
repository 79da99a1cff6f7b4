public import Granary

/// A user of the program with the stores that are theirs, or the guest: the account of nobody.
///
/// ``Accounts`` makes one for each user that is open; equal ids are the same object. Any thread may use it.
public final class Account<Login: Authenticator>: Sendable, Identifiable {
    /// The identity of the user; `nil` for the guest.
    public let id: ObjectID<Login.User>?
    /// The place of the account's stores, and whose it is.
    let owner: PlaceOwner
    /// The shared stores and the account's own ones, as one.
    public let stack: PersistentStack
    /// Its modules, if the accounts were opened with some.
    public let modules: AccountModules
    /// What the account shows of its sign-in.
    let status: SignInStatus<Login>
    /// The sign-in, with the user; `nil` for the guest.
    private let session: AccountSession<Login>?
    let follower: UserFollower<Login.User>?
    /// Who is current; not kept, since it keeps accounts.
    weak let current: CurrentAccount<Login>?

    /// Makes the account of a user.
    init(
        _ follower: UserFollower<Login.User>, _ owner: PlaceOwner, _ stack: PersistentStack,
        _ session: AccountSession<Login>, _ current: CurrentAccount<Login>, _ stacks: AccountStacks
    ) {
        id = follower.user.objectID
        self.owner = owner
        self.stack = stack
        self.follower = follower
        self.session = session
        self.current = current
        let status = session.status
        self.status = status
        modules = AccountModules(of: stack, at: owner.place, stacks) { status.follow() }
    }

    /// Makes the account of nobody.
    init(guestAt place: String, _ stack: PersistentStack, _ stacks: AccountStacks) {
        id = nil
        owner = PlaceOwner(place: place, user: AccountRecord.nobody)
        self.stack = stack
        follower = nil
        session = nil
        current = nil
        let status = SignInStatus<Login>(.guest)
        self.status = status
        modules = AccountModules(of: stack, at: place, stacks) { status.follow() }
    }

    /// The name of the place of the account's stores.
    public var place: String { owner.place }

    /// The user as the shared store has them; follows each save, and keeps the last values of one who is deleted.
    ///
    /// `nil` for the guest.
    public var user: Login.User.Snapshot? { follower?.user }

    /// The sign-in.
    ///
    /// - Throws: ``GranaryError/Code/denied`` for the guest.
    func signedInUser() throws -> AccountSession<Login> {
        guard let session else { throw GranaryError.nobody }
        return session
    }

    /// Begins to ask the server for what was restored.
    func begin() { session?.begin() }

    /// Ends its modules, what follows the account, and its sign-in; the stores stay as they are.
    func end() async {
        await modules.finish()
        await session?.end()
        status.end()
    }
}
