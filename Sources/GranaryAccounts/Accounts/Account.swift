public import Granary

/// A user of the program with the stores that are theirs.
///
/// ``Accounts`` makes one for each user that is open; equal ids are the same object. Any thread may use it.
public final class Account<Login: Authenticator>: Sendable, Identifiable {
    /// The identity of the user.
    public let id: ObjectID<Login.User>
    /// The name of the place of the account's stores.
    public let place: String
    /// The shared stores and the account's own ones, as one.
    public let stack: PersistentStack
    let follower: UserFollower<Login.User>
    /// The sign-in.
    let session: AccountSession<Login>

    init(
        _ follower: UserFollower<Login.User>, _ place: String, _ stack: PersistentStack,
        _ session: AccountSession<Login>
    ) {
        id = follower.user.objectID
        self.place = place
        self.stack = stack
        self.follower = follower
        self.session = session
    }

    /// The user as the shared store has them; follows each save, and keeps the last values of one who is deleted.
    public var user: Login.User.Snapshot { follower.user }
}
