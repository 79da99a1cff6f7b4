internal import Synchronization

/// Where a context finds what others have saved.
///
/// A context that nobody uses takes nothing out. So that notices do not fill the memory then, several become one
/// without keys when they weigh too much together.
package final class SaveInbox: Sendable {
    private struct Waiting {
        var notices: [SaveNotice] = []
        var weight = 0
    }

    private let waiting = Mutex(Waiting())
    private let limit: Int
    private let onPost: (@Sendable () -> Void)?

    /// Makes an inbox for notices of some ``SaveNotice/weight`` together; `onPost` is called after each notice, on
    /// the sender's thread.
    package init(limit: Int = 65_536, onPost: (@Sendable () -> Void)? = nil) {
        self.limit = limit
        self.onPost = onPost
    }

    /// What waits weighs so much, see ``SaveNotice/weight``.
    package var weight: Int { waiting.withLock { $0.weight } }

    /// Adds a notice.
    ///
    /// Complexity: O(1) on average.
    package func post(_ notice: SaveNotice) {
        waiting.withLock { waiting in
            waiting.notices.append(notice)
            waiting.weight += notice.weight
            if waiting.weight > limit, waiting.notices.count > 1 {
                let united = SaveNotice(uniting: waiting.notices)
                waiting = Waiting(notices: [united], weight: united.weight)
            }
        }
        onPost?()
    }

    /// Gives notices back that could not be taken in, before those that have come since; nobody is called.
    package func putBack(_ taken: [SaveNotice]) {
        waiting.withLock { waiting in
            waiting.notices = taken + waiting.notices
            waiting.weight = waiting.notices.reduce(0) { $0 + $1.weight }
        }
    }

    /// Takes every notice.
    package func drain() -> [SaveNotice] {
        waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return waiting.notices
        }
    }
}
