import Granary

/// What was asked for earlier graphs of one reader, so that it is not asked again.
struct GraphMemory: Sendable {
    /// What became of something that was asked for.
    enum Outcome: Sendable {
        case complete
        case open(GraphGap.Reason)
    }

    /// What was asked in one way.
    struct Part: Sendable {
        /// Objects by their identities.
        var ids: [ObjectKey: Outcome] = [:]
        /// Relationships to many, by their owners.
        var owners: [GraphLink: [ObjectKey: Outcome]] = [:]
        /// Objects that a program has returned and that are not in the store.
        var held: [ObjectKey: any ModelSnapshot] = [:]

        /// Adds what else was asked in the same way.
        mutating func merge(_ other: Part) {
            ids.merge(other.ids) { _, new in new }
            for (link, outcomes) in other.owners {
                owners[link, default: [:]].merge(outcomes) { _, new in new }
            }
            held.merge(other.held) { _, new in new }
        }
    }

    /// What was known about the roots.
    var roots: AnswerState?
    /// Why roots were not there that were asked for by their identities.
    var absentRoots: [ObjectKey: GraphGap.Reason] = [:]
    var parts: [GraphAskKey: Part] = [:]
    /// What was allowed; what was not is to be asked for once it is.
    var access: GraphAccess?
}
