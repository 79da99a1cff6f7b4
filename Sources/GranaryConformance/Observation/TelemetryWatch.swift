package import Granary
internal import InMemoryTracing
internal import Logging
internal import Tracing

/// Keeps everything that stacks report, for inspection.
package struct TelemetryWatch: Sendable {
    let tracer = InMemoryTracer()
    let metrics = MetricRecorder()
    let log = LogRecorder()

    /// Makes one that has seen nothing.
    package init() {}

    /// Where a stack reports to, to be watched; operations are in its log too.
    package var destination: Telemetry { telemetry() }

    /// Where a stack reports to, to be watched.
    func telemetry(logging level: Logger.Level = .debug) -> Telemetry {
        Telemetry(logger: log.makeLogger(level: level), metrics: metrics, tracer: tracer)
    }

    /// Forgets the reports so far.
    package func clear() {
        tracer.clearFinishedSpans()
        metrics.clear()
        log.clear()
    }

    /// The spans that have ended, the first to end first.
    var spans: [RecordedSpan] { tracer.finishedSpans.map(RecordedSpan.init) }

    /// The spans of a name.
    func spans(_ name: String) -> [RecordedSpan] { spans.filter { $0.name == name } }

    /// The only span of a name.
    func span(_ name: String, line: Int = #line, file: String = #fileID) throws -> RecordedSpan {
        let found = spans(name)
        try expectEqual(found.count, 1, "spans “\(name)”", line: line, file: file)
        return try unwrap(found.first, "the span “\(name)”", line: line, file: file)
    }

    /// Everything that was reported, each report as one text.
    package var texts: [String] {
        spans.map(\.text) + log.lines.map(\.description)
            + metrics.points.map { "\($0.label) \($0.dimensions) \($0.value)" }
    }

    /// Expects that no report holds a text.
    package func expectNowhere(_ text: String, _ what: String, line: Int = #line, file: String = #fileID)
        throws
    {
        let shown = texts.filter { $0.contains(text) }
        try expect(shown.isEmpty, "reports show \(what): \(shown)", line: line, file: file)
    }
}

extension ConformanceBench {
    /// Closes the promise's stack and runs a closure with another one over the same stores, which is watched.
    func watched<R: Sendable>(
        logging level: Logger.Level = .debug,
        _ body: @Sendable (PersistentStack, TelemetryWatch) async throws -> R
    ) async throws -> R {
        try await stack.stop()
        let watch = TelemetryWatch()
        let watched = try anotherStack(telemetry: watch.telemetry(logging: level))
        return try await withStack(watched) { try await body($0, watch) }
    }

    /// The same, with the library saved before anything is watched.
    func watchedLibrary<R: Sendable>(
        _ body: @Sendable (PersistentStack, TelemetryWatch) async throws -> R
    ) async throws -> R {
        try await watched { stack, watch in
            try await stack.perform { context in
                try Library.insert(in: context)
                try context.save()
            }
            watch.clear()
            return try await body(stack, watch)
        }
    }
}
