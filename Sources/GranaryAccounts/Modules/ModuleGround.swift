import Granary

/// What modules are started with.
struct ModuleGround: Sendable {
    /// The stack that they work with.
    let stack: PersistentStack?
    /// The stack that they can keep from resting, where it is another one.
    let kept: PersistentStack?
    /// Gets failures that no caller waits for.
    let report: @Sendable (GranaryError) -> Void

    /// Has modules work with a stack as its users, or without one.
    init(_ stack: PersistentStack?) {
        self.init(stack, keeping: stack) { failure in
            stack?.unattended.report(failure, during: .modules, "A module could not be started.")
        }
    }

    /// Has modules work with a stack that shares the stores of another one, whose users they are only where they say so.
    init(
        _ stack: PersistentStack?, keeping kept: PersistentStack?,
        report: @escaping @Sendable (GranaryError) -> Void
    ) {
        self.stack = stack
        self.kept = kept
        self.report = report
    }
}
