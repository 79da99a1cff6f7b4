import Granary
import Synchronization

/// The errors of requests behind calls that the store has answered, until the next call for the same gets them.
final class ErrorsBehind: Sendable {
    /// Of queries that nobody repeats, this many are kept.
    private static let most = 1_000
    private let errors = Mutex<[String: GranaryError]>([:])

    /// Notes the error of the last request behind a call; `nil` after a success.
    func note(_ error: GranaryError?, _ digest: String) {
        errors.withLock { errors in
            if errors.count >= Self.most { errors.removeAll() }
            errors[digest] = error
        }
    }

    /// The error, which the caller then reports.
    func take(_ digest: String?) -> GranaryError? {
        guard let digest else { return nil }
        return errors.withLock { $0.removeValue(forKey: digest) }
    }
}
