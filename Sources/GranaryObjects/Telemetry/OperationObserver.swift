internal import CoreMetrics
internal import Logging
internal import Synchronization
package import Tracing

/// Reports the operations of one stack.
package final class OperationObserver: Sendable {
    private let telemetry: Telemetry
    private let logs: Bool
    private let meters: Mutex<[Operation: Meters]> = Mutex([:])

    /// The metrics of one operation, made once.
    private struct Meters {
        let duration: Timer
        let rows: Recorder
    }

    /// Makes an observer; `nil` when there is no destination for its reports.
    package init?(_ telemetry: Telemetry) {
        guard telemetry.isSeen else { return nil }
        self.telemetry = telemetry
        logs = telemetry.logsOperations
    }

    /// Carries out an operation and reports it; `rows` counts the rows of its result.
    ///
    /// Spans of operations inside become children. An error of the body is rethrown, and reported by its
    /// code alone.
    package func observe<R>(
        _ operation: Operation, rows: (R) -> Int? = { _ in nil }, _ body: () throws -> R
    ) throws -> R {
        let observed = ObservedOperation(operation, telemetry)
        defer { observed.span.end() }
        do {
            let result = try ServiceContext.$current.withValue(observed.span.context, operation: body)
            succeed(observed, rows(result))
            return result
        } catch {
            fail(observed, error)
            throw error
        }
    }

    /// Carries out an operation that waits, and reports it as ``observe(_:rows:_:)`` does.
    package nonisolated(nonsending) func observe<R>(
        waiting operation: Operation, rows: (R) -> Int? = { _ in nil }, _ body: () async throws -> R
    ) async throws -> R {
        let observed = ObservedOperation(operation, telemetry)
        defer { observed.span.end() }
        do {
            let result = try await ServiceContext.$current.withValue(observed.span.context) {
                try await body()
            }
            succeed(observed, rows(result))
            return result
        } catch {
            fail(observed, error)
            throw error
        }
    }

    /// An operation that is carried out now.
    private struct ObservedOperation {
        let operation: Operation
        let span: any Span
        let began = ContinuousClock.now

        init(_ operation: Operation, _ telemetry: Telemetry) {
            self.operation = operation
            span = telemetry.tracer.startSpan(operation.spanName, ofKind: .client)
            for (name, value) in operation.attributes { span.attributes[name] = value }
            for (name, value) in telemetry.marks { span.attributes[name] = value }
        }
    }

    private func succeed(_ observed: ObservedOperation, _ rows: Int?) {
        if let rows { observed.span.attributes["db.response.returned_rows"] = rows }
        report(observed.operation, observed.began.duration(to: .now), rows: rows)
    }

    private func fail(_ observed: ObservedOperation, _ error: any Error) {
        let type = (error as? GranaryError)?.code.rawValue ?? "\(Swift.type(of: error))"
        observed.span.attributes["error.type"] = type
        observed.span.setStatus(SpanStatus(code: .error))
        report(observed.operation, observed.began.duration(to: .now), failure: type)
    }

    private func report(
        _ operation: Operation, _ duration: Duration, rows: Int? = nil, failure: String? = nil
    ) {
        let meters = meters(of: operation)
        meters.duration.recordNanoseconds(duration.wholeNanoseconds)
        if let rows { meters.rows.record(rows) }
        if let failure {
            let dimensions = operation.attributes + telemetry.marks + [("error.type", failure)]
            Counter(
                label: "db.client.operation.failures", dimensions: dimensions, factory: telemetry.metrics
            ).increment()
        }
        if logs { log(operation, duration, rows, failure) }
    }

    private func log(_ operation: Operation, _ duration: Duration, _ rows: Int?, _ failure: String?) {
        var metadata: Logger.Metadata = [
            "db.client.operation.duration": "\(Double(duration.wholeNanoseconds) / 1_000_000) ms"
        ]
        for (name, value) in operation.attributes { metadata[name] = "\(value)" }
        if let rows { metadata["db.response.returned_rows"] = "\(rows)" }
        if let failure { metadata["error.type"] = "\(failure)" }
        telemetry.logger.debug(
            "\(operation.spanName)\(failure == nil ? "" : " failed")", metadata: metadata)
    }

    private func meters(of operation: Operation) -> Meters {
        if let known = meters.withLock({ $0[operation] }) { return known }
        // Made outside the lock, since the factory is the program's code. It returns the same metric for the same name.
        let dimensions = operation.attributes + telemetry.marks
        let made = Meters(
            duration: Timer(
                label: "db.client.operation.duration", dimensions: dimensions, factory: telemetry.metrics),
            rows: Recorder(
                label: "db.client.response.returned_rows", dimensions: dimensions, factory: telemetry.metrics)
        )
        return meters.withLock { meters in
            if let known = meters[operation] { return known }
            meters[operation] = made
            return made
        }
    }
}

/// Carries out an operation, and reports it if there is an observer.
///
/// - Throws: any error from the body.
@inline(__always)
package func reporting<R>(
    to observer: OperationObserver?, _ operation: @autoclosure () -> Operation,
    rows: (R) -> Int? = { _ in nil }, _ body: () throws -> R
) throws -> R {
    guard let observer else { return try body() }
    return try observer.observe(operation(), rows: rows, body)
}

/// Carries out an operation that waits, and reports it if there is an observer.
///
/// - Throws: any error from the body.
package nonisolated(nonsending) func reporting<R>(
    to observer: OperationObserver?, waiting operation: @autoclosure () -> Operation,
    rows: (R) -> Int? = { _ in nil }, _ body: () async throws -> R
) async throws -> R {
    guard let observer else { return try await body() }
    return try await observer.observe(waiting: operation(), rows: rows, body)
}

extension OperationObserver {
    /// The trace that the caller belongs to, to be taken to another thread.
    package var callerContext: ServiceContext { ServiceContext.current ?? .topLevel }

    /// Runs something on this thread as part of a trace that began on another.
    package func resume<R>(_ context: ServiceContext, _ body: () throws -> R) rethrows -> R {
        try ServiceContext.$current.withValue(context, operation: body)
    }

    /// Runs something in this task as part of a trace that began in another.
    package nonisolated(nonsending) func resume(_ context: ServiceContext, _ body: () async -> Void) async {
        await ServiceContext.$current.withValue(context) { await body() }
    }
}

extension Duration {
    /// The nanoseconds, at most those an `Int64` holds.
    fileprivate var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? .max : product.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue
    }
}
