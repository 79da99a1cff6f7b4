public import Granary
import GranaryConformance

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
    /// A promise that takes longer than the harness allows is broken, with
    /// ``GranaryConformance/ConformanceFailure/Kind/late``; its work is cancelled, and nobody waits for the end of it.
    ///
    /// - Throws: ``GranaryConformance/ConformanceFailure``, with the error of the source or the harness as its cause where
    ///   there is one.
    public func verify(on harness: RemoteSourceHarness<M>) async throws {
        let (finish, work) = (FirstResult(), Task { await run(on: harness) })
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                finish.wait(continuation)
                Task { finish.take(await work.value) }
                Task {
                    try? await Task.sleep(for: harness.deadline)
                    finish.take(
                        .failure(
                            ConformanceFailure(.late, "“\(name)” was not kept within \(harness.deadline).")))
                    work.cancel()
                }
            }
        } onCancel: {
            work.cancel()
        }
        try result.get()
    }

    private func run(on harness: RemoteSourceHarness<M>) async -> FirstResult.Outcome {
        let trial: SourceTrial<M>
        do { trial = try await SourceTrial(harness) } catch {
            return .failure(
                ConformanceFailure(.setUp, "The stack for “\(name)” could not be set up.", cause: error))
        }
        let result = await outcome { try await body(trial) }
        // The next promise finds a connection, whatever became of this one.
        let connection = await outcome { try await harness.setConnected?(true) }
        let end = await outcome { try await trial.stack.close() }
        return result.flatMap { connection }.flatMap { end }
    }

    private func outcome(of work: () async throws -> Void) async -> FirstResult.Outcome {
        do {
            return .success(try await work())
        } catch let failure as ConformanceFailure {
            return .failure(failure)
        } catch {
            return .failure(ConformanceFailure(.threw, "“\(name)” ended with an error.", cause: error))
        }
    }
}

extension RemoteSourcePromise: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
