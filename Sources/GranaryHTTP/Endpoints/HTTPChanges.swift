#if HTTP
    public import Granary

    /// Where a server says what has changed since a checkpoint.
    ///
    /// An answer is an object, such as `{"flights": […], "gone": {"flights": [7]}, "checkpoint": "81", "more": false}`.
    /// 410 says that the checkpoint is too old.
    public struct HTTPChanges: Sendable {
        /// The path, behind the base path of the source.
        public var path: String
        /// The name of the parameter with the checkpoint.
        public var since = "since"
        /// The models of the lists of new and changed rows, by the paths of the lists.
        public var rows: [String: any Model.Type]
        /// The models of the lists of deleted keys, by the paths of the lists.
        public var deleted: [String: any Model.Type]
        /// The path of the next checkpoint: a text or a number.
        public var checkpoint = "checkpoint"
        /// The path of whether more follows at once; where it is not there, nothing does.
        public var more = "more"

        /// Makes the place of changes.
        public init(
            _ path: String, rows: [String: any Model.Type], deleted: [String: any Model.Type] = [:]
        ) {
            self.path = path
            self.rows = rows
            self.deleted = deleted
        }
    }
#endif
