import Granary

/// A source in its place, with what is known about the way to it.
final class SourceSlot: Sendable {
    let source: any RemoteSource
    let connection = Connection()

    init(_ source: any RemoteSource) { self.source = source }

    /// Asks the server, and once more with other credentials if it does not accept those of the first time.
    ///
    /// - Throws: ``GranaryError/Code/accessDenied`` instead of an attempt that is not allowed any more; what the body throws.
    nonisolated(nonsending) func ask<R>(
        _ right: AccessRight, _ body: (any RemoteSource) async throws -> R
    ) async throws -> R {
        try right.require(.all)
        let source = source
        do {
            let result: R
            do { result = try await body(source) } catch let failure as RemoteFailure
                where failure.isAboutCredentials
            {
                try await LeavableWork.run { try await source.renewCredentials() }
                // A sign-in takes its time, in which the right may end.
                try right.require(.all)
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
