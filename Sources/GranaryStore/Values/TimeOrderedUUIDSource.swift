package import FoundationEssentials
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Makes UUIDs that grow with time, so that new rows are adjacent in an index (RFC 9562, version 7).
///
/// From the left: 48 bits of milliseconds since 1970, the version, a counter of 42 bits around the variant, and 32
/// random bits. Every UUID of a source is greater by its bytes than the one before, even when the clock stops or goes
/// back: the counter then continues, and when it is exhausted the time advances by a millisecond. The counter starts
/// each millisecond at a random number below half its range. Safe to use from any thread.
///
/// Randomness comes from the operating system in blocks, because a call costs microseconds. A child made by `fork` must
/// not continue to use its parent's source, since both would draw the same numbers.
package final class TimeOrderedUUIDSource: Sendable {
    /// Returns the milliseconds since 1970-01-01 00:00 UTC.
    package typealias Clock = @Sendable () -> Int64

    private struct State {
        var milliseconds: UInt64 = 0
        var counter: UInt64 = 0
        var entropy = EntropyBuffer()

        /// Moves to a new millisecond with a new start of the counter, or continues to count within the current one.
        mutating func advance(to now: UInt64) {
            if now <= milliseconds {
                counter += 1
                guard counter >> counterBits != 0 else { return }
                milliseconds += 1
            } else {
                milliseconds = now
            }
            counter = entropy.nextWord() & ((1 << (counterBits - 1)) - 1)
        }
    }

    private static let counterBits: UInt64 = 42
    private static let lastMillisecond: Int64 = (1 << 48) - 1

    private let clock: Clock
    private let state = Mutex(State())

    /// Makes a source that reads the time from a clock.
    package init(clock: @escaping Clock = TimeOrderedUUIDSource.systemMilliseconds) {
        self.clock = clock
    }

    /// Makes the next UUID.
    package func makeUUID() -> UUID {
        let now = UInt64(min(max(clock(), 0), Self.lastMillisecond))
        let (milliseconds, counter, random) = state.withLock { state in
            state.advance(to: now)
            return (state.milliseconds, state.counter, state.entropy.nextHalf())
        }
        let high = milliseconds << 16 | 0x7000 | counter >> 30
        let low = 1 << 63 | (counter & 0x3fff_ffff) << 32 | UInt64(random)
        return UUID(uuid: unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self))  // safe: 16 bytes
    }

    /// The milliseconds of the system's clock, as of its last tick.
    ///
    /// A tick is 1 to 10 ms ago at most. Reading the clock between two ticks costs as much as the rest of a UUID;
    /// within one the counter keeps the order.
    package static func systemMilliseconds() -> Int64 {
        var time = timespec()
        if clock_gettime(CLOCK_REALTIME_COARSE, &time) != 0 { clock_gettime(CLOCK_REALTIME, &time) }
        return Int64(time.tv_sec) &* 1_000 &+ Int64(time.tv_nsec) / 1_000_000
    }
}
