import Granary

/// The checks of a commit to a reference store; a store that checks less is one of the broken ones.
struct ReferenceChecks: OptionSet, Sendable {
    let rawValue: Int
    static let uniques = ReferenceChecks(rawValue: 1)
    static let references = ReferenceChecks(rawValue: 2)
    static let all: ReferenceChecks = [.uniques, .references]
}
