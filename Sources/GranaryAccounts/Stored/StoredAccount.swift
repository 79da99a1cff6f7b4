package import FoundationEssentials
import Granary

/// The record of an account, as a tool reads it without models.
package struct StoredAccount: Sendable, Hashable {
    /// The name of the account's place.
    package let place: String
    /// The primary key of the user, as JSON; empty for the guest.
    package let user: String
    /// When the account was last opened, to the hour.
    package let lastUsed: Date
    /// How the account stands with the server.
    package let standing: SignInStanding
    /// The number of the present credential, or of the sign-out after it.
    package let credential: Int64
    /// Whether it was current last.
    package let isCurrent: Bool
    /// Whether it is being forgotten.
    package let isForgotten: Bool

    /// Whether it is the account of nobody.
    package var isGuest: Bool { user == AccountRecord.nobody }

    /// Whether nobody has ever signed in to it, as where users do not sign in at all.
    package var isWithoutSignIn: Bool { standing == .signedOut && credential == 0 }

    /// Reads a record.
    ///
    /// - Throws: ``GranaryError/Code/corrupt`` for a row that is no record of an account.
    init(_ record: Record) throws {
        guard case .text(let place)? = record["place"], case .text(let user)? = record["user"],
            case .date(let microseconds)? = record["lastUsed"],
            case .bool(let isForgotten)? = record["isForgotten"]
        else { throw Self.corrupt }
        self.place = place
        self.user = user
        lastUsed = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
        self.isForgotten = isForgotten
        // What the first records did not have.
        var (standing, credential, isCurrent) = (SignInStanding.signedOut, Int64(0), false)
        if case .text(let text)? = record["standing"] {
            guard let known = SignInStanding(rawValue: text) else { throw Self.corrupt }
            standing = known
        }
        if case .integer(let number)? = record["credential"] { credential = number }
        if case .bool(let flag)? = record["isCurrent"] { isCurrent = flag }
        self.standing = standing
        self.credential = credential
        self.isCurrent = isCurrent
    }

    private static var corrupt: GranaryError {
        GranaryError(
            .corrupt,
            "A row of AccountRecord is no record of an account; restore the store from a backup, or use the tool of the program that has written it.",
            context: .init(entity: AccountRecord.modelDescription.name))
    }
}
