import Granary

/// A row that a cache keeps, with its version.
public struct CachedRow: Sendable {
    /// The estimated bytes that it holds, as ``CacheSize`` describes.
    public let bytes: Int
    /// The values: a ``CachedValues`` of the model, by which a hit costs no cast of the values themselves.
    let values: any AnyObject & Sendable

    init(_ values: any AnyObject & Sendable, bytes: Int) {
        self.values = values
        self.bytes = bytes
    }

    /// A row of no cache's rows, for the promises of caches.
    package init(standingFor bytes: Int) {
        self.init(StandIn(), bytes: bytes)
    }

    /// Whether two are one.
    package func isSame(as other: CachedRow) -> Bool { values === other.values }
}

extension CachedRow: SizedValue {}

private final class StandIn: Sendable {}
