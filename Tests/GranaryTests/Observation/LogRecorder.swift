import Logging
import Synchronization

/// Keeps the lines of a log.
final class LogRecorder: Sendable {
    private let kept: Mutex<[String]> = Mutex([])

    /// The lines so far: level, message and metadata.
    var lines: [String] { kept.withLock { $0 } }

    /// A logger that writes here.
    func makeLogger(level: Logger.Level) -> Logger {
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
            let details = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let line = ([event.level.rawValue, event.message.description] + details).joined(separator: " ")
            recorder.kept.withLock { $0.append(line) }
        }
    }
}
