import Granary

extension GranaryError {
    /// A call of an authenticator.
    enum SignInCall: String {
        case signIn = "sign-in"
        case refresh = "refresh"
        case signOut = "sign-out"
    }

    /// The error of a call that throws; the message of an error of others may hold what no log should.
    static func call(_ call: SignInCall, threw error: any Error) -> GranaryError {
        switch error {
        case let error as GranaryError: return error
        case is CredentialRefused:
            return GranaryError(
                .denied, "The server refused the \(call.rawValue) of an account.", cause: error)
        default:
            return GranaryError(
                .unavailable,
                "The \(call.rawValue) of an account has failed: the authenticator threw \(type(of: error)), which is the cause. The account is as it was; try again.",
                cause: error)
        }
    }

    /// The error of a call that takes too long.
    static func late(_ call: SignInCall, limit: Duration) -> GranaryError {
        let label = call == .signIn ? "signInLimit" : "limit"
        return GranaryError(
            .timeout,
            "The \(call.rawValue) of an account was not answered within \(limit), and was left. Try again; if the server is slow rather than stuck, raise `\(label)` of SignInSettings."
        )
    }

    /// The error of an authenticator that answers for somebody else.
    static func otherUser(_ call: SignInCall, _ entity: String) -> GranaryError {
        GranaryError(
            .invalidValue,
            "The answer to the \(call.rawValue) is for another user than the account's, so nothing was changed. Have the authenticator answer for the same user, or sign the other one in with `signIn(_:)` of Accounts.",
            context: .init(entity: entity))
    }

    /// The error of an authenticator that uses the account which has called it.
    static var callsBack: GranaryError {
        GranaryError(
            .unsupported,
            "The authenticator asks the account that has called it, which would wait for itself. Use the user and the credential that the call gets."
        )
    }

    /// The error of a place of secrets that throws; the message of an error of others may hold what no log should.
    static func secrets(threw error: any Error) -> GranaryError {
        if let error = error as? GranaryError { return error }
        return GranaryError(
            .io,
            "The credential of an account could not be read or written: the place of secrets threw \(type(of: error)), which is the cause.",
            cause: error)
    }

    /// The error of accounts without a sign-in.
    static var withoutSignIn: GranaryError {
        GranaryError(
            .unsupported,
            "These accounts have no sign-in, so there is no credential. Open them with an authenticator.")
    }

    /// The error of a call that wants something of a user from the account of nobody.
    static var nobody: GranaryError {
        GranaryError(
            .denied,
            "This is the account of nobody, which has no sign-in; sign a user in with `signIn()` of Accounts."
        )
    }

    /// The error of a call that asks a signed-out account for a credential.
    static var signedOut: GranaryError {
        GranaryError(.denied, "The user is signed out, so there is no credential; sign in with `signIn()`.")
    }

    /// The error of a call that asks a refused account for a credential.
    static var refused: GranaryError {
        GranaryError(
            .denied,
            "The server has refused the credential of the account, or it is lost; sign in again with `signIn()`.",
            cause: CredentialRefused())
    }

    /// The error of an account that was forgotten while it was used.
    static var forgotten: GranaryError {
        GranaryError(.notFound, "The account has been forgotten, so its sign-in was not changed.")
    }

    /// The error of an account that was closed.
    static var endedAccount: GranaryError {
        GranaryError(.closed, "The accounts have been closed, so there is no credential.")
    }
}
