/// A row that a cache keeps, with its version.
public struct CachedRow: Sendable {
    /// The estimated bytes that it holds, as ``CacheSize`` describes.
    public let bytes: Int
    /// The values, with what says whether they may be used.
    let contents: CachedContents

    init(_ contents: CachedContents, bytes: Int) {
        self.contents = contents
        self.bytes = bytes
    }

    /// A row of no cache's rows, for the promises of caches.
    package init(standingFor bytes: Int) {
        self.init(CachedContents(CachedVersion(single: 0, whole: 0), of: CacheOwner()), bytes: bytes)
    }

    /// Whether two are one.
    package func isSame(as other: CachedRow) -> Bool { contents === other.contents }
}

extension CachedRow: SizedValue {}
