internal import Synchronization

/// Trees that a program made by hand and that are too high to be freed.
///
/// Freeing a tree recurses to its height, as Swift's indirect enumerations do, and tens of thousands of levels overflow
/// the stack of the thread that has the last reference. So a tree that is refused for its height is kept to the end of
/// the process: its memory is lost, the process goes on. Builders and decoders make no such tree.
enum KeptTrees {
    /// The largest height that a worker's stack of 1 MiB is known to free, with much to spare.
    private static let freeable = 4_000
    private static let trees = Mutex<[ExpressionTree]>([])

    /// Keeps a tree of some height if it cannot be freed.
    static func keep(_ tree: ExpressionTree, height: Int) {
        if height > freeable { trees.withLock { $0.append(tree) } }
    }
}

extension ExpressionTree {
    /// Whether the tree was made by hand and is too high to be walked; it then stays in memory if it cannot be freed.
    package var isTooHigh: Bool {
        let height = height
        KeptTrees.keep(self, height: height)
        return height > Self.highest
    }
}
