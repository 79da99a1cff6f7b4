internal import Synchronization

/// The notices of other contexts' saves that a context has not merged yet.
///
/// A context that is idle does not empty its inbox. To bound the memory, notices whose total weight exceeds the limit
/// are combined into one without keys.
package final class SaveInbox: Sendable {
    private struct Waiting {
        var notices: [SaveNotice] = []
        var weight = 0
    }

    private let waiting = Mutex(Waiting())
    private let limit: Int
    private let onPost: (@Sendable () -> Void)?

    /// Makes an inbox that holds notices up to a total ``SaveNotice/weight``.
    ///
    /// `onPost` is called after each notice, on the sender's thread.
    package init(limit: Int = 65_536, onPost: (@Sendable () -> Void)? = nil) {
        self.limit = limit
        self.onPost = onPost
    }

    /// The total ``SaveNotice/weight`` of the waiting notices.
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

    /// Puts notices that could not be merged back in front of newer ones, without calling `onPost`.
    package func putBack(_ taken: [SaveNotice]) {
        waiting.withLock { waiting in
            waiting.notices = taken + waiting.notices
            waiting.weight = waiting.notices.reduce(0) { $0 + $1.weight }
        }
    }

    /// Removes and returns every notice.
    package func drain() -> [SaveNotice] {
        waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return waiting.notices
        }
    }
}
