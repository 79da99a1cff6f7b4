#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A point in time of the monotonic clock.
package struct Deadline {
    /// The whole seconds.
    package let seconds: Int
    /// The nanoseconds beyond them, less than a second.
    package let nanoseconds: Int

    /// The point in time so many milliseconds from now.
    package init(millisecondsFromNow milliseconds: Int) {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let total = now.tv_nsec + milliseconds % 1_000 * 1_000_000
        seconds = now.tv_sec + milliseconds / 1_000 + total / 1_000_000_000
        nanoseconds = total % 1_000_000_000
    }
}

extension Deadline {
    /// Whether the deadline has passed.
    package var isPast: Bool { millisecondsSince >= 0 }

    /// How many milliseconds ago the deadline was; negative before it.
    package var millisecondsSince: Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return (now.tv_sec - seconds) * 1_000 + (now.tv_nsec - nanoseconds) / 1_000_000
    }
}
