internal import Logging

/// The expected telemetry of one kind of operation: a span, metrics and a line of the log for each time it happened.
struct ExpectedReport: Sendable {
    /// The name of the span.
    let name: String
    /// The attributes that identify the operation.
    let attributes: [String: String]
    /// How often it happened.
    var times = 1
    /// How many rows it returned, each time; `nil` for an operation that returns none.
    var rows: Int?
    /// The code of the error that it ended with.
    var failure: String?

    /// An operation on an entity, or on nothing in particular.
    init(
        _ kind: String, of collection: String? = nil, times: Int = 1, rows: Int? = nil, failure: String? = nil
    ) {
        name = collection.map { "\(kind) \($0)" } ?? kind
        var attributes = ["db.operation.name": kind]
        attributes["db.collection.name"] = collection
        self.attributes = attributes
        self.times = times
        self.rows = rows
        self.failure = failure
    }

    /// An operation on a store.
    init(_ kind: String, in namespace: String, system: String, times: Int = 1, failure: String? = nil) {
        name = "\(kind) \(namespace)"
        attributes = [
            "db.operation.name": kind, "db.namespace": namespace, "db.system.name": system,
        ]
        self.times = times
        self.failure = failure
    }

    /// The attributes with those only known afterwards.
    fileprivate var outcome: [String: String] {
        var outcome = attributes
        outcome["db.response.returned_rows"] = rows.map { "\($0)" }
        outcome["error.type"] = failure
        return outcome
    }
}

extension TelemetryWatch {
    /// Expects that an operation was reported as often as it happened, with these figures and nothing else.
    func verify(_ report: ExpectedReport, line: Int = #line, file: String = #fileID) throws {
        try expectSpans(report, line, file)
        try expectMetrics(report, line, file)
        try expectLines(report, line, file)
    }

    private func expectSpans(_ report: ExpectedReport, _ line: Int, _ file: String) throws {
        let found = spans(report.name)
        try expectEqual(
            found.count, report.times, "spans “\(report.name)” among \(spans.map(\.name))", line: line,
            file: file)
        for span in found {
            let what = "the span “\(report.name)”"
            try expectEqual(span.attributes, report.outcome, "\(what): attributes", line: line, file: file)
            try expectEqual(
                span.isError, report.failure != nil, "\(what): marked as failed", line: line, file: file)
            try expectEqual(span.isOfClient, true, "\(what): a client's", line: line, file: file)
        }
    }

    private func expectMetrics(_ report: ExpectedReport, _ line: Int, _ file: String) throws {
        let durations = metrics.values(.timer, "db.client.operation.duration", report.attributes)
        try expectEqual(
            durations.count, report.times, "durations of “\(report.name)”", line: line, file: file)
        let isPositive = durations.allSatisfy { $0 > 0 }
        try expectEqual(
            isPositive, true, "durations \(durations) of “\(report.name)”", line: line, file: file)
        let rows = metrics.values(.recorder, "db.client.response.returned_rows", report.attributes)
        let wanted = report.rows.map { Array(repeating: Double($0), count: report.times) } ?? []
        try expectEqual(rows, wanted, "rows of “\(report.name)”", line: line, file: file)
        var failed = report.attributes
        failed["error.type"] = report.failure
        let failures = metrics.values(.counter, "db.client.operation.failures", failed)
        try expectEqual(
            failures.reduce(0, +), Double(report.failure == nil ? 0 : report.times),
            "failures of “\(report.name)”", line: line, file: file)
    }

    private func expectLines(_ report: ExpectedReport, _ line: Int, _ file: String) throws {
        let message = report.failure == nil ? report.name : "\(report.name) failed"
        let found = log.lines.filter { $0.message == message }
        try expectEqual(
            found.count, report.times, "lines “\(message)” among \(log.lines)", line: line, file: file)
        for entry in found {
            try expectEqual(entry.level, .debug, "the level of “\(message)”", line: line, file: file)
            var metadata = entry.metadata
            let duration = metadata.removeValue(forKey: "db.client.operation.duration") ?? ""
            let isTime = duration.hasSuffix(" ms") && Double(duration.dropLast(3)) != nil
            try expectEqual(isTime, true, "“\(duration)” is a time", line: line, file: file)
            try expectEqual(metadata, report.outcome, "what “\(message)” says", line: line, file: file)
        }
    }
}
