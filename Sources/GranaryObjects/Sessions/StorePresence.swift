internal import Synchronization

/// The time during which a stack has a store open without a gap.
///
/// Reads in one presence and notices of another do not fit together, even for the same store: others may have changed
/// it in between.
package final class StorePresence: Sendable, Equatable {
    private let watched = Atomic<Bool>(false)
    /// The stacks that have the store open, this one among them.
    package let sharers: StoreSharers

    /// Begins a presence of a store that some stacks have open.
    package init(sharers: StoreSharers = StoreSharers()) { self.sharers = sharers }

    /// Whether both are the same.
    package static func == (left: StorePresence, right: StorePresence) -> Bool { left === right }

    /// Whether the saves of others in the store are reported now: it is watched, and that has not failed since.
    package var isWatched: Bool { watched.load(ordering: .acquiring) }

    /// Notes whether saves of others are reported from now on; returns whether they were before.
    package func setWatched(_ isWatched: Bool) -> Bool {
        watched.exchange(isWatched, ordering: .acquiringAndReleasing)
    }
}
