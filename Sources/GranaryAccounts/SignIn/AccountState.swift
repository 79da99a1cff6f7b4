public import Granary

/// How an account stands with the server; new states may be added, so a `switch` over them needs a default.
public enum AccountState: Sendable {
    /// The account of nobody.
    case guest
    /// The user has signed out, or never signed in here.
    case signedOut
    /// The sign-in was restored, and the server has not confirmed it yet; the error is that of the last try.
    ///
    /// It is tried again after growing pauses, and at once when a credential is asked for.
    case presession(GranaryError?)
    /// The user is signed in; the error is that of the last refresh, if it has failed.
    case signedIn(GranaryError?)
    /// The server has refused the credential, or it is lost; the stores stay usable, and a new sign-in ends this.
    case refused

    /// The error of the last try to reach the server, where there is one.
    public var error: GranaryError? {
        switch self {
        case .presession(let error), .signedIn(let error): error
        case .guest, .signedOut, .refused: nil
        }
    }

    /// The name of the state, without its error.
    public var name: String {
        switch self {
        case .guest: "guest"
        case .signedOut: "signedOut"
        case .presession: "presession"
        case .signedIn: "signedIn"
        case .refused: "refused"
        }
    }

    /// Whether a program that shows the states has nothing to show anew.
    func looks(like other: AccountState) -> Bool { name == other.name && error == nil && other.error == nil }
}

extension AccountState: CustomStringConvertible {
    /// The name of the state, and its error.
    public var description: String { error.map { "\(name) (\($0))" } ?? name }
}
