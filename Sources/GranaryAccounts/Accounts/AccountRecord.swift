public import FoundationEssentials
public import Granary

/// What a program knows of an account: whose it is, and the place of its stores.
///
/// List the model together with that of the users, in one configuration whose store all accounts share. ``Accounts``
/// makes, changes and deletes the records; a program reads them by ordinary queries.
@Model public final class AccountRecord {
    /// The name of the account's place, which its stores are at; drawn once, and never made of anything about the user.
    @Attribute(.primaryKey) public private(set) var place: String
    /// The primary key of the user, as JSON with sorted members; empty for the guest, who is nobody.
    @Attribute(.unique) public internal(set) var user: String
    /// When the account was last opened, to the hour.
    public internal(set) var lastUsed: Date
    /// How the account stands with the server.
    public internal(set) var standing: SignInStanding = SignInStanding.signedOut
    /// The number of the present credential, or of the sign-out after it; each later one has a greater number.
    public internal(set) var credential: Int = 0
    /// Who is about to replace the credential, one process at a time: a name that each opened account draws.
    public internal(set) var lease: String?
    /// When others may take the lease over.
    public internal(set) var leaseEnds: Date?
    /// Whether its holder has the new credential, and is storing it.
    public internal(set) var leaseWrites: Bool = false
    /// Whether it was current last, and is again at the next start.
    @Attribute(.indexed) public internal(set) var isCurrent: Bool = false
    /// Whether it is being forgotten: nobody opens it any more.
    public internal(set) var isForgotten: Bool

    init(place: String, user: String, lastUsed: Date) {
        self.place = place
        self.user = user
        self.lastUsed = lastUsed
        isForgotten = false
    }
}

extension AccountRecord {
    /// What stands for the key of a user in the record of the guest; no key has an empty text.
    static var nobody: String { "" }

    /// The key of a user as records hold it.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for a key that cannot be written.
    static func text<User>(of id: ObjectID<User>) throws -> String {
        let encoder = JSONEncoder()
        // Equal keys have equal texts.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(id.key), as: UTF8.self)
        } catch {
            throw GranaryError(
                .invalidValue, "The primary key of a user cannot be written as JSON.",
                context: .init(entity: User.modelDescription.name), cause: error)
        }
    }

    /// The identity of a user from their key as records hold it.
    ///
    /// - Throws: ``GranaryError/Code/corrupt`` for a text that is no key of the model.
    static func id<User>(of type: User.Type, _ text: String) throws -> ObjectID<User> {
        do {
            return ObjectID(try JSONDecoder().decode(User.Key.self, from: Data(text.utf8)))
        } catch {
            throw GranaryError(
                .corrupt,
                "The record of an account does not name a user; restore it from a backup, or delete it.",
                context: .init(entity: User.modelDescription.name), cause: error)
        }
    }

    /// The hour of a time.
    static func hour(of time: Date) -> Date {
        let hour = 3_600.0
        return Date(
            timeIntervalSince1970: (time.timeIntervalSince1970 / hour).rounded(.down) * hour)
    }
}
