import Granary

/// The outcome of one step of a program, in terms that are the same for every store.
enum StepOutcome: Sendable, Equatable {
    /// Rows in order; versions are replaced by the number of the commit that wrote them.
    case rows([[Value]])
    /// A number, or `nil` when the store leaves counting to the core.
    case count(Int?)
    /// The rows of an aggregate, or `nil` when the store leaves it to the core.
    case results([[Value]]?)
    /// Pairs of keys.
    case pairs([[ObjectKey]])
    /// Keys.
    case keys([ObjectKey])
    /// The conflicts, and everything the store holds afterwards.
    case committed(conflicts: Set<CommitResult.Conflict>, state: [[Value]])
    /// A typed error, and everything the store holds afterwards when it was a commit.
    case failed(GranaryError.Code, state: [[Value]])
    /// Nothing to see.
    case done
    /// Something no store may do.
    case wrong(String)

    /// Whether a store may have this outcome where the reference store had another one.
    func matches(_ expected: StepOutcome) -> Bool {
        switch (self, expected) {
        case (.count(nil), .count), (.results(nil), .results): true
        // A store that leaves counting to the core finds no error in it either.
        case (.count(nil), .failed), (.results(nil), .failed): true
        default: self == expected
        }
    }
}
