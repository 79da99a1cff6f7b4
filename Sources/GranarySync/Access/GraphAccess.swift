import Granary

/// What the reader of a graph may have of its models at a given time.
struct GraphAccess: Sendable, Equatable {
    /// By the names of the models; empty where nothing is ever forbidden.
    private let levels: [String: Access]

    /// What some policies allow now of some models.
    init(_ policies: [AccessPolicy], to models: () throws -> [String]) rethrows {
        if policies.allSatisfy(\.isUnlimited) {
            levels = [:]
            return
        }
        let right = AccessRight(policies, to: [])
        levels = Dictionary(try models().map { ($0, right.access(to: $0)) }) { first, _ in first }
    }

    /// The models that allow nothing.
    var hidden: [String] { levels.filter { $0.value == .none }.keys.sorted() }

    /// Whether an error is a refusal by policies that would not refuse it, or not in this way, any more.
    func isPast(_ error: GranaryError) -> Bool {
        guard let refusal = error.cause as? AccessRight.Refusal,
            let level = error.context.entity.flatMap({ levels[$0] })
        else { return false }
        return refusal.access != level
    }
}
