package import Granary
import Synchronization

/// Keeps the notices of saves that it is told.
package final class NoticeRecorder: SaveObserver {
    private let received: Mutex<[SaveNotice]> = Mutex([])

    /// Makes a recorder without notices.
    package init() {}

    /// The notices, in the order in which they came.
    package var notices: [SaveNotice] { received.withLock { $0 } }

    package func receive(_ notice: SaveNotice) { received.withLock { $0.append(notice) } }

    package func stackDidChange() {}
}
