import Granary
import Synchronization

/// What one open account shows of its sign-in: the state, the credential, and who follows them.
final class SignInStatus<Login: Authenticator>: Sendable {
    typealias Held = HeldCredential<Login.Credential>

    /// The answer to a refresh that has come, but could not be stored.
    struct Unstored: Sendable {
        let answer: SignInAnswer<Login.User, Login.Credential>
        /// The user, if the answer changes them.
        let user: Login.User.Snapshot?
        /// The number of the credential that it replaces.
        let number: Int
    }

    private struct Contents {
        var state: AccountState
        var held: Held?
        /// The number that the record had when it was looked at last.
        var number: Int
        var unstored: Unstored?
        var readers: [Int: AsyncStream<AccountState>.Continuation] = [:]
        var lastReader = 0
        var isEnded = false

        /// Changes the state and notifies readers.
        mutating func show(_ state: AccountState) {
            let isNews = !state.looks(like: self.state)
            self.state = state
            guard isNews else { return }
            // All readers get the states in the same order, so the lock is kept.
            for reader in readers.values { reader.yield(state) }
        }
    }

    private let contents: Mutex<Contents>

    /// Begins with what was restored.
    init(_ restored: RestoredSignIn<Login>) {
        contents = Mutex(Contents(state: restored.state, held: restored.held, number: restored.number))
    }

    /// Shows a state that does not change.
    init(_ state: AccountState) { contents = Mutex(Contents(state: state, number: 0)) }

    deinit { end() }

    // MARK: Looking

    /// The present state.
    var state: AccountState { contents.withLock { $0.state } }
    /// The number of the present credential, or of the sign-out after it.
    var number: Int { contents.withLock { $0.number } }

    /// Whether the server has not confirmed what was restored.
    var isRestored: Bool {
        if case .presession = state { true } else { false }
    }

    /// The present state and each later one; a slow reader gets the newest.
    var states: AsyncStream<AccountState> { follow().states }

    /// The same, with a closure that ends the stream after the states that were sent.
    func follow() -> (states: AsyncStream<AccountState>, end: @Sendable () -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: AccountState.self, bufferingPolicy: .bufferingNewest(100))
        let number = contents.withLock { contents -> Int? in
            continuation.yield(contents.state)
            if contents.isEnded { return nil }
            contents.lastReader += 1
            contents.readers[contents.lastReader] = continuation
            return contents.lastReader
        }
        guard let number else {
            continuation.finish()
            return (stream, {})
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.contents.withLock { $0.readers.removeValue(forKey: number) }
        }
        return (stream, { continuation.finish() })
    }

    /// The credential, with its number; `nil` for one that could not be read yet, whose number is that of the record.
    ///
    /// - Throws: ``GranaryError/Code/denied`` without a sign-in.
    func present() throws -> (held: Held?, number: Int, isRestored: Bool) {
        try contents.withLock { contents in
            switch contents.state {
            case .guest, .signedOut: throw GranaryError.signedOut
            case .refused: throw GranaryError.refused
            case .presession: return (contents.held, contents.number, true)
            case .signedIn: return (contents.held, contents.number, false)
            }
        }
    }

    /// The answer that could not be stored, if it replaces the credential with a number.
    func unstored(for number: Int) -> Unstored? {
        contents.withLock { $0.unstored.flatMap { $0.number == number ? $0 : nil } }
    }

    // MARK: Changing

    /// Goes over to what is recorded, unless something newer is known.
    ///
    /// - Returns: whether it has.
    @discardableResult func take(_ number: Int, _ held: Held?, _ state: AccountState) -> Bool {
        contents.withLock { contents in
            guard number >= contents.number else { return false }
            contents.number = number
            contents.held = held
            contents.unstored = nil
            contents.show(state)
            return true
        }
    }

    /// Takes over a credential that could not be read before; the state stays.
    func take(_ found: Held) {
        contents.withLock { contents in
            if contents.number <= found.number { (contents.held, contents.number) = (found, found.number) }
        }
    }

    /// Takes what was restored for good, if it is still the present one.
    func confirm(_ number: Int) {
        contents.withLock { contents in
            guard contents.number == number, case .presession = contents.state else { return }
            contents.show(.signedIn(nil))
        }
    }

    /// Shows the error of a refresh of the credential with a number, if that is still the present one.
    func show(_ error: GranaryError, at number: Int) {
        contents.withLock { contents in
            guard contents.number == number else { return }
            switch contents.state {
            case .presession: contents.show(.presession(error))
            case .signedIn: contents.show(.signedIn(error))
            case .guest, .signedOut, .refused: break
            }
        }
    }

    /// Keeps an answer that could not be stored, since the server may take no other credential any more.
    func keep(_ unstored: Unstored) {
        contents.withLock { contents in
            if contents.held?.number == unstored.number { contents.unstored = unstored }
        }
    }

    /// Ends the streams of those who follow.
    func end() {
        let readers = contents.withLock { contents in
            contents.isEnded = true
            defer { contents.readers = [:] }
            return contents.readers.values
        }
        for reader in readers { reader.finish() }
    }
}
