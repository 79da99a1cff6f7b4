internal import GranaryStore

/// Whether the snapshot that cursors read has ended.
final class SnapshotLife {
    var isOver = false
}
