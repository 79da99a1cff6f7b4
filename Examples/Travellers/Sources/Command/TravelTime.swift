import FoundationEssentials
import Synchronization

/// The time of the demonstration, which passes when it says so, for the server and for its clients.
final class TravelTime: Sendable {
    /// The first of January 2013 at noon.
    private let time = Mutex(Date(timeIntervalSince1970: 1_357_041_600))

    /// The present time.
    var now: Date { time.withLock { $0 } }

    /// Lets some seconds pass.
    func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
}
