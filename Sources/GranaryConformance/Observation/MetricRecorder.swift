internal import CoreMetrics
internal import Synchronization

/// Keeps the measurements, one point after the other.
final class MetricRecorder: Sendable {
    /// The kind of metric that a point belongs to.
    enum Kind: String, Sendable {
        case counter, meter, recorder, timer
    }

    /// A value that was measured.
    struct Point: Sendable {
        /// The kind of metric that it belongs to.
        let kind: Kind
        /// The name of the metric.
        let label: String
        /// The dimensions that distinguish the metric from others of its name.
        let dimensions: [String: String]
        /// The value; nanoseconds of a timer.
        let value: Double
    }

    private let kept: Mutex<[Point]> = Mutex([])

    /// The points so far.
    var points: [Point] { kept.withLock { $0 } }

    /// Forgets the points.
    func clear() { kept.withLock { $0 = [] } }

    /// The values of one metric, in the order of arrival.
    func values(_ kind: Kind, _ label: String, _ dimensions: [String: String]) -> [Double] {
        points.filter { $0.kind == kind && $0.label == label && $0.dimensions == dimensions }.map(\.value)
    }

    fileprivate func add(_ point: Point) { kept.withLock { $0.append(point) } }
}

extension MetricRecorder: MetricsFactory {
    private func metric(_ kind: Kind, _ label: String, _ dimensions: [(String, String)]) -> RecordedMetric {
        let dimensions = Dictionary(dimensions) { first, second in "\(first), \(second)" }
        return RecordedMetric { [self] in
            add(Point(kind: kind, label: label, dimensions: dimensions, value: $0))
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        metric(.counter, label, dimensions)
    }
    func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        metric(.counter, label, dimensions)
    }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metric(.meter, label, dimensions)
    }
    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        metric(.recorder, label, dimensions)
    }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        metric(.timer, label, dimensions)
    }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// A metric of any kind, which passes its values on.
private final class RecordedMetric: Sendable, CounterHandler, FloatingPointCounterHandler, MeterHandler,
    RecorderHandler, TimerHandler
{
    private let note: @Sendable (Double) -> Void

    init(_ note: @escaping @Sendable (Double) -> Void) { self.note = note }

    func increment(by amount: Int64) { note(Double(amount)) }
    func increment(by amount: Double) { note(amount) }
    func decrement(by amount: Double) { note(-amount) }
    func set(_ value: Int64) { note(Double(value)) }
    func set(_ value: Double) { note(value) }
    func record(_ value: Int64) { note(Double(value)) }
    func record(_ value: Double) { note(value) }
    func recordNanoseconds(_ duration: Int64) { note(Double(duration)) }
    func reset() {}
}
