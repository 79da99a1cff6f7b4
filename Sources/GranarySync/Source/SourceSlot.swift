import Granary

/// A source in its place, with what is known about the way to it.
final class SourceSlot: Sendable {
    let source: any RemoteSource
    let connection = Connection()

    init(_ source: any RemoteSource) { self.source = source }

    /// Asks the server, and once more with other credentials if it does not accept those of the first time.
    nonisolated(nonsending) func ask<R>(
        _ body: (any RemoteSource) async throws -> R
    ) async throws -> R {
        do {
            let result: R
            do { result = try await body(source) } catch let failure as RemoteFailure
                where failure.isAboutCredentials
            {
                try await source.renewCredentials()
                result = try await body(source)
            }
            connection.noteReached()
            return result
        } catch {
            connection.note(error)
            throw error
        }
    }
}
