/// The time during which a stack has a store open without a gap.
///
/// What was read in one presence and what is told of another do not fit together, even where both are of the same
/// store: others may have changed it in between.
package final class StorePresence: Sendable, Equatable {
    /// Begins a presence.
    package init() {}

    /// Whether both are one.
    package static func == (left: StorePresence, right: StorePresence) -> Bool { left === right }
}
