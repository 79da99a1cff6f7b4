import Synchronization

/// Whoever sits in front of the program, and types what it asks for.
final class Person: Sendable {
    private let typed = Mutex(SignInForm(email: "", password: ""))

    /// What they type next.
    var form: SignInForm { typed.withLock { $0 } }

    /// Has somebody sit down who knows their password.
    func sitDown(_ email: String) {
        typed.withLock { $0 = SignInForm(email: email, password: String(email.reversed())) }
    }
}
