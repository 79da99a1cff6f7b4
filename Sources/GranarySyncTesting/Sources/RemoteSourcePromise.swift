public import Granary

/// A promise that a source of one's own has to keep, for the tests of its author.
///
/// ```swift
/// @Test(arguments: RemoteSourcePromise<Flight>.all) func keeps(_ promise: RemoteSourcePromise<Flight>) async throws {
///     try await promise.verify(on: makeHarness())
/// }
/// ```
///
/// The promises use a source as repositories do, with stores of the harness. Rows that other promises have put at the
/// server do not matter to them.
public struct RemoteSourcePromise<M: Model>: Sendable {
    /// What is promised.
    public let name: String
    private let body: @Sendable (SourceTrial<M>) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (SourceTrial<M>) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Checks the promise.
    ///
    /// - Throws: ``GranaryConformance/ConformanceFailure`` if it is broken; the error of the source or the harness.
    public func verify(on harness: RemoteSourceHarness<M>) async throws {
        let trial = try await SourceTrial(harness)
        let result: Result<Void, any Error>
        do { result = .success(try await body(trial)) } catch { result = .failure(error) }
        try await harness.setConnected?(true)
        try await trial.stack.close()
        try result.get()
    }
}

extension RemoteSourcePromise: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
