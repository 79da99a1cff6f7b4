/// A program's step with a tally, a model whose attributes have merge rules; tallies are named by small numbers.
enum TallyStep: Sendable {
    /// Inserts a tally, unless there is one.
    case insert(Int)
    /// Changes a property to a value that a number determines, and the time of the change.
    case change(Int, Property, value: Int)
    case delete(Int)

    /// The properties that programs change: with rules, and in the end two without.
    enum Property: String, Sendable, CaseIterable {
        case count, high, words, title, remark, rank
    }

    /// How many tallies a program names.
    static let population = 4

    /// The number of the tally.
    var id: Int {
        switch self {
        case .insert(let id), .change(let id, _, _), .delete(let id): id
        }
    }
}

extension ForeseenMerge.Version {
    /// The tally after a change.
    ///
    /// A number that no other change of the program has makes a version that never was: whether a value that was
    /// changed back is a change is no question of rules.
    func changed(_ property: TallyStep.Property, _ value: Int) -> Self {
        var version = self
        version.editedAt = value
        switch property {
        case .count: version.count += value % 5 - 2
        case .high: version.high = value % 7
        case .words:
            let word = ["a", "b", "c", "d"][value % 4]
            let words = version.words ?? []
            version.words = words.contains(word) ? words.filter { $0 != word } : words + [word]
        case .title: version.title = "t\(value)"
        case .remark: version.remark = "r\(value)"
        case .rank: version.rank = value
        }
        return version
    }
}
