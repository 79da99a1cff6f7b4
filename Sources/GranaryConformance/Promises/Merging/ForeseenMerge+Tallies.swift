import FoundationEssentials
import Granary

extension ForeseenMerge.Version {
    /// The version that a tally holds.
    init(_ tally: Tally) {
        (count, high, words) = (tally.count, tally.high, tally.words)
        (title, editedAt) = (tally.title, tally.editedAt.map { Int($0.timeIntervalSince1970) })
        (remark, rank) = (tally.remark, tally.rank)
    }

    /// Gives a tally these values.
    func write(to tally: Tally) {
        (tally.count, tally.high, tally.words) = (count, high, words)
        (tally.title, tally.editedAt) = (title, editedAt.map { Date(timeIntervalSince1970: Double($0)) })
        (tally.remark, tally.rank) = (remark, rank)
    }
}
