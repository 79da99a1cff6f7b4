import FoundationEssentials
import Granary

/// The marks of a tally.
struct TallyMarks: OptionSet, Sendable {
    let rawValue: Int
    static let seen = TallyMarks(rawValue: 1)
    static let liked = TallyMarks(rawValue: 2)
    static let shared = TallyMarks(rawValue: 4)
}

/// Has every kind of merge rule.
@Model final class Tally {
    var id: Int
    @Attribute(.merge(.sum)) var count: Int = 0
    @Attribute(.merge(.sum)) var small: Int8?
    @Attribute(.merge(.sum)) var share: Double?
    @Attribute(.merge(.sum)) var amount: Decimal?
    @Attribute(.merge(.maximum)) var high: Int?
    @Attribute(.merge(.minimum)) var low: Double?
    @Attribute(.merge(.maximum)) var last: Date?
    @Attribute(.merge(.minimum)) var first: String?
    @Attribute(.merge(.maximum)) var level: Level?
    @Attribute(.merge(.union)) var words: [String]?
    @Attribute(.merge(.union)) var numbers: Set<Int> = []
    @Attribute(.merge(.union)) var marks: TallyMarks = []
    @Attribute(.merge(.latest(by: "editedAt"))) var title: String = ""
    var editedAt: Date?
    @Attribute(.merge(.function("joined"))) var note: String?
    @Attribute(.merge(.function("better"))) var grade: Grade?
    @Attribute(.merge(.function("all"))) var names: [String: Int] = [:]
    var remark: String?
    var rank: Int?

    static func joined(base: String?, mine: String?, theirs: String?) throws -> String? {
        if mine == "refused" { throw GranaryError(.timeout, "The function refuses it.") }
        return [base, mine, theirs].map { $0 ?? "-" }.joined(separator: " ")
    }

    static func better(base: Grade?, mine: Grade?, theirs: Grade?) -> Grade? {
        Grade.allCases.first { $0 == mine || $0 == theirs }
    }

    static func all(base: [String: Int], mine: [String: Int], theirs: [String: Int]) -> [String: Int] {
        theirs.merging(mine) { max($0, $1) }
    }
}
