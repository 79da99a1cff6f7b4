/// Which of the phrases of a search must occur in a text; a phrase is the bit of its last word.
indirect enum SearchCondition: Sendable {
    /// The phrase occurs.
    case phrase(UInt64)
    /// All of these hold.
    case all([SearchCondition])
    /// At least one of these holds.
    case any([SearchCondition])
    /// It does not hold.
    case not(SearchCondition)

    /// Whether it holds for a text in which some phrases occur.
    func holds(_ found: UInt64) -> Bool {
        switch self {
        case .phrase(let phrase): found & phrase != 0
        case .all(let parts): parts.allSatisfy { $0.holds(found) }
        case .any(let parts): parts.contains { $0.holds(found) }
        case .not(let part): !part.holds(found)
        }
    }

    /// Whether a phrase that occurs can keep it from holding.
    var hasNegation: Bool {
        switch self {
        case .phrase: false
        case .all(let parts), .any(let parts): parts.contains(where: \.hasNegation)
        case .not: true
        }
    }

    /// The phrases that are not within a negation.
    var wanted: UInt64 {
        switch self {
        case .phrase(let phrase): phrase
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 | $1.wanted }
        case .not: 0
        }
    }
}
