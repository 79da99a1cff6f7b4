import FoundationEssentials
import Granary

/// A known account, with what says when its purgeable stores should go.
struct PurgeableAccount<Login: Authenticator>: Sendable {
    let place: String
    /// The account, if it is open.
    let account: Account<Login>?
    /// 2 for the current account, 1 for others in use, otherwise 0.
    private let use: Int
    private let lastUsed: Date

    /// Looks at the account of a record, which is open or not.
    init(_ record: AccountRecord.Snapshot, _ account: Account<Login>?, isCurrent: Bool, at now: Date) {
        place = record.place
        self.account = account
        let isInUse = account.map { !$0.stack.isUnused } ?? false
        use = isCurrent ? 2 : isInUse ? 1 : 0
        // The record has the hour of the opening, and only an open account knows of later uses.
        let unused = account?.stack.unusedFor.map { now.addingTimeInterval(-($0 / .seconds(1))) }
        lastUsed = max(record.lastUsed, unused ?? record.lastUsed)
    }

    /// Whether this one should be purged before another one.
    func goesBefore(_ other: PurgeableAccount) -> Bool {
        (use, lastUsed, place) < (other.use, other.lastUsed, other.place)
    }
}
