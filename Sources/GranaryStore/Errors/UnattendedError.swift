/// A failure of work that no caller waits for, as `PersistentStack.errors` reports it.
public struct UnattendedError: Sendable {
    /// A kind of work that no caller waits for; new ones may be added, so a `switch` over them needs a default.
    public struct Work: Sendable, Hashable, RawRepresentable {
        /// The stable name of the work.
        public let rawValue: String

        /// Makes a kind of work from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The main context merges the saves of others; it tries again before its next query.
        public static let merging = Work(rawValue: "merging")
        /// A live query reads its result; it tries again after a pause.
        public static let following = Work(rawValue: "following")
        /// A store is watched for the saves of others; saves in between are noticed when watching works again.
        public static let watching = Work(rawValue: "watching")
        /// A save in the background fails; its caller gets the error too, but a task that is not awaited would lose it.
        public static let saving = Work(rawValue: "saving")
        /// A context leaves a store that was detached; unsaved changes of its objects are lost.
        public static let detaching = Work(rawValue: "detaching")
        /// A relationship is read of an object whose context is gone or was reset; nothing can load it, so it reads as empty.
        public static let reading = Work(rawValue: "reading")
        /// A store is opened, and holds or lacks something that its owner should look at; it can still be used.
        public static let opening = Work(rawValue: "opening")
        /// A store is closed, and the caller learns of another one that could not be closed either.
        public static let closing = Work(rawValue: "closing")
    }

    /// The number of the error among those of its stack, from 1; a gap shows how many a slow reader has missed.
    public let number: Int
    /// The work that failed.
    public let work: Work
    /// The error, with its remedy.
    public let error: GranaryError

    /// Makes the report of a failure.
    package init(number: Int, work: Work, error: GranaryError) {
        self.number = number
        self.work = work
        self.error = error
    }
}

extension UnattendedError: CustomStringConvertible {
    /// The work and the error, in one line without stored values.
    public var description: String { "\(work.rawValue): \(error)" }
}
