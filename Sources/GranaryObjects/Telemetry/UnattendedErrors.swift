package import Logging

/// Logs the failures of work that no caller waits for, and passes them to readers.
package final class UnattendedErrors: Sendable {
    /// How many errors are kept for a slow reader.
    package static let limit = 256

    private let logger: Logger
    private let channel = EventChannel<UnattendedError>(limit: limit)

    /// Makes a channel that also writes to a log.
    package init(_ logger: Logger) { self.logger = logger }

    /// Reports a failure; never waits.
    ///
    /// - Parameters:
    ///   - error: the error that the work threw.
    ///   - work: the work that failed.
    ///   - message: the line for the log, which shows no more of the error than its code.
    package func report(_ error: any Error, during work: UnattendedError.Work, _ message: String) {
        let reported =
            error as? GranaryError
            ?? GranaryError(.engine, "Work in the background failed.", cause: error)
        logger.warning("\(message)", metadata: ["error.type": "\(reported.code.rawValue)"])
        channel.send { UnattendedError(number: $0, work: work, error: reported) }
    }

    /// A stream of every later failure.
    package func makeStream() -> AsyncStream<UnattendedError> { channel.makeStream() }

    /// Ends every reader.
    package func finish() { channel.finish() }
}
