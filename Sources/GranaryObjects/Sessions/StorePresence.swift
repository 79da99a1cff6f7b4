/// The time during which a stack has a store open without a gap.
///
/// Reads in one presence and notices of another do not fit together, even for the same store: others may have changed
/// it in between.
package final class StorePresence: Sendable, Equatable {
    /// Begins a presence.
    package init() {}

    /// Whether both are the same.
    package static func == (left: StorePresence, right: StorePresence) -> Bool { left === right }
}
