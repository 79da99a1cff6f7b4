internal import GranaryStore
internal import Synchronization

/// Looks now and then whether the files of an open store are still at their place, for all who begin to use it.
///
/// A look costs a call of the system, which is a part of a small unit of work that would be noticed; one in a tenth of a
/// second is not (Docs/Decisions/lost-and-replaced-files.md).
final class PlaceLook: Sendable {
    /// How long nobody looks again, in milliseconds.
    private static let pause = 100

    private let store: any Store
    private let start = Deadline(millisecondsFromNow: 0)
    /// When somebody looks next, in milliseconds from the start.
    private let next = Atomic(0)

    /// Makes the look at an open store; `nil` for one without files.
    init?(_ store: any Store) {
        guard store.capabilities.contains(.files) else { return nil }
        self.store = store
    }

    /// Looks, unless somebody has just done so.
    ///
    /// - Throws: as ``Store/requireInPlace()``; the next call looks again then.
    func requireInPlace() throws {
        let now = start.millisecondsSince
        if now < next.load(ordering: .relaxed) { return }
        try store.requireInPlace()
        next.store(now + Self.pause, ordering: .relaxed)
    }
}
