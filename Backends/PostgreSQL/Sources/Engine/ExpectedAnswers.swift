/// The requests that have been sent and not been answered yet, in order.
struct ExpectedAnswers {
    /// The kind of request that an answer belongs to.
    enum Kind {
        /// A statement was given a name.
        case prepared(String)
        /// A statement whose result the caller gets.
        case rows
        /// A statement that must succeed, without rows.
        case checked
        /// The end of a transaction whose changes must be kept: the server rolls a failed one back, and reports that.
        case commit
        /// A statement whose answer is discarded.
        case ignored
        /// The end of a group.
        case sync

        /// Whether a failure can be ignored.
        var isIgnored: Bool {
            if case .ignored = self { true } else { false }
        }
    }

    private var kinds: [Kind] = []
    private var head = 0

    /// The oldest one.
    var first: Kind? { head < kinds.count ? kinds[head] : nil }

    /// Whether the oldest one is the last statement, before the last end of a group.
    var isAtLastStatement: Bool {
        guard head + 2 == kinds.count, case .rows = kinds[head] else { return false }
        return true
    }

    /// Whether the newest one is not the end of a group.
    var hasOpenGroup: Bool {
        switch kinds.last {
        case .sync?, nil: false
        default: true
        }
    }

    /// Adds one.
    mutating func append(_ kind: Kind) { kinds.append(kind) }

    /// Removes the oldest one.
    mutating func removeFirst() {
        head += 1
        if head >= kinds.count { removeAll() }
    }

    /// Forgets everything.
    mutating func removeAll() {
        kinds.removeAll(keepingCapacity: true)
        head = 0
    }
}
