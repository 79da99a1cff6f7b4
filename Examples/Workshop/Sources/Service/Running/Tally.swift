package import Metrics
import Synchronization

/// Metrics that are added up in the process, and read as text.
///
/// A service of your own takes a destination from the list of swift-metrics; this one needs no other package.
package final class Tally: MetricsFactory {
    private let sums = Mutex<[String: Sum]>([:])

    /// Makes an empty tally.
    package init() {}

    /// A line for each sum, in the format that Prometheus reads.
    package var text: String {
        let sums = sums.withLock { $0 }
        return sums.sorted { $0.key < $1.key }.map { name, sum in
            let (label, dimensions) = name.split(at: "{")
            let (count, total) = sum.state.withLock { ($0.count, $0.total) }
            return sum.isCounter
                ? "\(name) \(total)\n"
                : "\(label)_count\(dimensions) \(count)\n\(label)_sum\(dimensions) \(total)\n"
        }.joined()
    }

    /// Makes what counts.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        sum(label, dimensions, isCounter: true)
    }

    /// Makes what adds numbers.
    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler { sum(label, dimensions) }

    /// Makes what adds seconds.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        sum("\(label).seconds", dimensions)
    }

    /// Keeps the sum, which the next handler of the name goes on with.
    package func destroyCounter(_ handler: any CounterHandler) {}
    /// Keeps the sum, which the next handler of the name goes on with.
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Keeps the sum, which the next handler of the name goes on with.
    package func destroyTimer(_ handler: any TimerHandler) {}

    private func sum(_ label: String, _ dimensions: [(String, String)], isCounter: Bool = false) -> Sum {
        let values = dimensions.map { "\($0.0.asName)=\"\($0.1.asValue)\"" }.joined(separator: ",")
        let name = values.isEmpty ? label.asName : "\(label.asName){\(values)}"
        return sums.withLock { sums in
            if let sum = sums[name] { return sum }
            let sum = Sum(isCounter: isCounter)
            sums[name] = sum
            return sum
        }
    }

    /// How often something was told, and the total of it.
    private final class Sum: CounterHandler, RecorderHandler, TimerHandler {
        let state = Mutex((count: 0, total: 0.0))
        let isCounter: Bool

        init(isCounter: Bool) { self.isCounter = isCounter }

        func increment(by amount: Int64) { record(Double(amount)) }
        func record(_ value: Int64) { record(Double(value)) }
        func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
        func reset() { state.withLock { $0 = (0, 0) } }

        func record(_ value: Double) {
            state.withLock { state in
                state.count += 1
                state.total += value
            }
        }
    }
}

extension String {
    /// The name with `_` for what Prometheus does not take in one.
    fileprivate var asName: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.properties.isAlphabetic || ("0"..."9") ~= $0 ? $0 : "_" }))
    }

    /// The value of a dimension between quotation marks.
    fileprivate var asValue: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\"" && $0 != "\\" && $0 != "\n" }))
    }

    /// What is before a sign, and the rest.
    fileprivate func split(at sign: Character) -> (String, String) {
        let place = firstIndex(of: sign) ?? endIndex
        return (String(self[..<place]), String(self[place...]))
    }
}
