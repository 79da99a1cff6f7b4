public import GranarySync
public import Testing

/// One behaviour that every cache of rows must have; with all of them, its author proves a ``SnapshotCache``.
///
/// ```swift
/// @Test(arguments: SnapshotCachePromise.all) func keeps(_ promise: SnapshotCachePromise) async throws {
///     try await promise.verify { EverythingCache() }
/// }
/// ```
public struct SnapshotCachePromise: Sendable {
    /// The promise as a sentence.
    public let name: String
    let body: @Sendable (@Sendable () -> any SnapshotCache) async throws -> Void

    /// Checks the promise on caches that a closure makes, each of them empty.
    ///
    /// - Throws: ``ConformanceFailure`` if it is broken.
    public func verify(_ make: @Sendable () -> any SnapshotCache) async throws { try await body(make) }
}

extension SnapshotCachePromise: CustomTestStringConvertible, CustomStringConvertible {
    /// The name.
    public var description: String { name }
    /// The text in test reports.
    public var testDescription: String { name }
}
