/// The pending results of a reader of a live query.
struct PendingResults<Follower: LiveFollower>: Sendable {
    typealias Result = Follower.Result

    /// Whether the reader waits for a run of the query that begins after it joined.
    private(set) var awaitsRun = true
    /// The next result, if there is one.
    private var next: Result?
    /// The current result, when several have come: the reader gets its difference from the former one.
    private var newest: Result?
    /// The last result that the reader got.
    ///
    /// It is kept only while others read too, since a result with another owner cannot be changed in place.
    private var former: Result?

    private var isEmpty: Bool { next == nil && newest == nil }

    /// Sets the first result of the reader.
    mutating func begin(with result: Result) { (next, awaitsRun) = (result, false) }

    /// Keeps the current result, or drops it, if it is the last one that the reader got.
    mutating func keep(_ present: Result?) { if !awaitsRun, isEmpty { former = present } }

    /// Adds a result, with the whole current one.
    mutating func add(_ result: Result, _ present: Result?) {
        if awaitsRun { return }
        if isEmpty { next = result } else { newest = present }
    }

    /// Removes and returns the next result that differs.
    mutating func removeNext() -> Result? {
        defer { (next, newest) = (nil, nil) }
        guard let newest else { return next }
        // Without a former result, the newest one is the first that the reader gets.
        return former.map { Follower.difference(from: $0, to: newest) } ?? newest
    }
}
