import Granary

/// Says that a stack has repositories, as long as it lives.
final class RepositoriesMark: Sendable {
    private struct Key: Hashable {}

    /// Marks a stack.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for one that is marked.
    static func of(_ stack: PersistentStack) throws -> RepositoriesMark {
        let made = RepositoriesMark()
        if stack.sharedObjects.object(for: Key(), orMake: { made }) === made { return made }
        throw GranaryError(
            .configuration,
            "This stack has repositories already, and a second set would not know what the first is asking and sending; use the first one."
        )
    }
}
