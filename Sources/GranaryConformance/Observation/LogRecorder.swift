package import Logging
internal import Synchronization

/// Keeps the lines of a log.
package final class LogRecorder: Sendable {
    /// A line of a log.
    package struct Line: Sendable {
        /// How important it is.
        package let level: Logger.Level
        /// The message.
        package let message: String
        /// The further fields, as texts.
        package let metadata: [String: String]
    }

    private let kept: Mutex<[Line]> = Mutex([])

    /// Makes a recorder without lines.
    package init() {}

    /// The lines so far.
    package var lines: [Line] { kept.withLock { $0 } }

    /// Forgets the lines.
    package func clear() { kept.withLock { $0 = [] } }

    /// A logger that writes here.
    package func makeLogger(level: Logger.Level) -> Logger {
        var logger = Logger(label: "test") { [self] _ in Handler(recorder: self) }
        logger.logLevel = level
        return logger
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var logLevel = Logger.Level.debug
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = Line(
                level: event.level, message: event.message.description,
                metadata: metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" })
            recorder.kept.withLock { $0.append(line) }
        }
    }
}

extension LogRecorder.Line: CustomStringConvertible {
    /// The level, the message and the metadata, in the order of the names.
    package var description: String {
        let details = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return ([level.rawValue, message] + details).joined(separator: " ")
    }
}
