public import CoreMetrics
public import Logging
public import Tracing

/// The destinations of a stack's reports: a log, metrics and traces.
///
/// Each operation (a unit of work, a fetch, a save, a commit to one store, a request to a server, …) is a span, a duration and a line of the
/// log at the level `debug`. Names follow the OpenTelemetry conventions for database clients: `db.operation.name`,
/// `db.collection.name` (the entity), `db.namespace` (the configuration), `db.system.name` (the store type),
/// `db.response.returned_rows`, `error.type`; the metrics are `db.client.operation.duration`,
/// `db.client.response.returned_rows` and `db.client.operation.failures`. Reports of the stack of an account have the name
/// of its place as `granary.account`.
///
/// The log says at level `info` that a store was opened, made, migrated, moved aside or removed. At `notice` it says that
/// the server of a store is out of reach, or back; and, once a minute at most for each, what may be a mistake of the
/// program: a unit of work that ended with unsaved changes, a change to an object that no context holds, edits that a save
/// gave up as its merge policy says, rows that a fetch left out because they cannot be read, each with store and entity;
/// and a unit of work that has waited for a thread for more than a second.
///
/// Reports hold names of the schema, store types, counts and durations. They never hold stored values, constants of
/// queries, keys, messages of errors, or anything from the options of a store.
public struct Telemetry: Sendable {
    /// Takes the lines of the log.
    public var logger: Logger
    /// Makes the metrics.
    public var metrics: any MetricsFactory
    /// Makes the spans.
    public var tracer: any Tracer

    /// Makes telemetry from the given destinations, and from those that the process has bootstrapped for the rest.
    public init(
        logger: Logger = Telemetry.standardLogger, metrics: any MetricsFactory = MetricsSystem.factory,
        tracer: any Tracer = InstrumentationSystem.tracer
    ) {
        self.logger = logger
        self.metrics = metrics
        self.tracer = tracer
    }

    /// The log that the process has bootstrapped.
    ///
    /// A process that has bootstrapped none writes to standard error, which people read together with the output of a program:
    /// it gets notices, warnings and errors alone. So does one that has bootstrapped swift-log's handler for streams at its
    /// standard level, `info`; set the level of a logger of your own to have the lines at `info` there.
    public static var standardLogger: Logger {
        var logger = Logger(label: "granary")
        if logger.handler is StreamLogHandler, logger.logLevel == .info { logger.logLevel = .notice }
        return logger
    }

    /// Reports nowhere.
    public static var off: Telemetry {
        Telemetry(
            logger: Logger(label: "granary") { _ in SwiftLogNoOpLogHandler() },
            metrics: NOOPMetricsHandler.instance, tracer: NoOpTracer())
    }

    /// What all reports carry in addition to their own facts.
    private(set) var marks: [(String, String)] = []

    /// The same destinations, for reports that carry one more attribute: spans, the dimensions of metrics, and lines of the
    /// log.
    package func marked(_ name: String, _ value: String) -> Telemetry {
        var marked = self
        marked.marks.append((name, value))
        marked.logger[metadataKey: name] = "\(value)"
        return marked
    }

    /// Whether there is any destination; without one nothing is measured.
    var isSeen: Bool {
        logsOperations || !(metrics is NOOPMetricsHandler) || !(tracer is NoOpTracer)
    }

    /// Whether operations appear in the log.
    var logsOperations: Bool {
        logger.logLevel <= .debug && !(logger.handler is SwiftLogNoOpLogHandler)
    }
}
