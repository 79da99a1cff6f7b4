import FoundationEssentials
public import Granary

/// Says how much of each model somebody may have now.
///
/// Repositories ask it before anything is touched, after every wait, for every state that an observer gets, and before
/// writes are sent. What it does not allow is ``GranaryError/Code/accessDenied``.
///
/// ```swift
/// let isSignedIn = Mutex(true)
/// let access = AccessPolicy { model in isSignedIn.withLock { $0 } || model == "Flight" ? .all : .none }
/// let repositories = try await Repositories(stack, source: server, access: access)
/// isSignedIn.withLock { $0 = false }
/// repositories.accessHasChanged()
/// ```
///
/// Units of work of the stack and ``Repositories/outbox`` are the program's own, and ask nobody.
public struct AccessPolicy: Sendable {
    /// Whose equal requests are one.
    let identity: String
    private let decide: (@Sendable (String) -> Access)?

    /// Allows everything.
    public static let all = AccessPolicy()

    private init() {
        identity = ""
        decide = nil
    }

    /// Makes a policy of a function.
    ///
    /// - Parameter access: how much of the model with a name somebody may have now. It is called often, on any thread,
    ///   and answers at once.
    public init(_ access: @escaping @Sendable (_ model: String) -> Access) {
        identity = UUID().uuidString
        decide = access
    }

    /// The policy that allows what this one and another do.
    func and(_ other: AccessPolicy) -> AccessPolicy {
        guard let decide, let others = other.decide else { return isUnlimited ? other : self }
        return AccessPolicy(identity: "\(identity) \(other.identity)") { min(decide($0), others($0)) }
    }

    private init(identity: String, _ decide: @escaping @Sendable (String) -> Access) {
        self.identity = identity
        self.decide = decide
    }

    /// Whether it never forbids anything.
    var isUnlimited: Bool { decide == nil }

    /// How much of a model somebody may have now.
    func access(to model: String) -> Access { decide?(model) ?? .all }
}

extension GranaryError.Code {
    /// An access policy of repositories does not allow what was asked for.
    public static let accessDenied = GranaryError.Code(rawValue: "accessDenied")
}
