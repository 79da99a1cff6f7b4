import FoundationEssentials
import Granary

extension ForeseenMerge.Version {
    /// The version that a tally holds.
    init(_ tally: Tally) {
        count = tally.count
        high = tally.high
        words = tally.words
        title = tally.title
        editedAt = tally.editedAt.map { Int($0.timeIntervalSince1970) }
        remark = tally.remark
        rank = tally.rank
    }

    /// Gives a tally these values.
    func write(to tally: Tally) {
        (tally.count, tally.high, tally.words) = (count, high, words)
        (tally.title, tally.editedAt) = (title, editedAt.map { Date(timeIntervalSince1970: Double($0)) })
        (tally.remark, tally.rank) = (remark, rank)
    }
}
