internal import ArgumentParser
internal import Foundation
internal import Observation

/// Measures the cost of observers for saves, and the delay until they know.
struct MeasureObservation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "observation", abstract: "Measure what observing saves costs.",
        discussion: """
            Each row is done without and with observers, in turns; the median of the rounds counts. The time on a processor \
            is that of the thread that works, or of all threads where several work for one; it tells more where other \
            programs run.
            """)

    @Option(help: "How many departures there are.")
    var rows = 100_000

    @Option(help: "How many rounds count.")
    var rounds = 5

    @Option(help: "Only the rows whose name contains this.")
    var only: String?

    @Option(help: "The directory for the stores.")
    var directory = "/tmp"

    @Flag(help: "Print Markdown.")
    var markdown = false

    func validate() throws {
        if rows < 2_000 { throw ValidationError("--rows must be at least 2,000.") }
        if rounds < 1 { throw ValidationError("--rounds must be at least 1.") }
    }

    func run() async throws {
        var table = Table(header: [
            "work", "on", "a step, ns", "observed, ns", "ratio", "limit", "holds", "on a processor, ns",
            "observed, ns", "ratio",
        ])
        for row in ObservationRow.all.filter({ only.map($0.name.contains) ?? true }) {
            for airport in Airport.allCases {
                let (plain, observed) = try await measure(row, airport)
                let steps = Double(row.steps(rows))
                let (without, with) = (plain.time / steps, observed.time / steps)
                let processor = (plain.processorTime / steps, observed.processorTime / steps)
                let (limit, holds) =
                    switch row.limit {
                    case .ratio(let limit): (String(format: "≤ %.2f", limit), with / without <= limit)
                    case .added(let limit): (String(format: "+ %.0f ns", limit), with - without <= limit)
                    }
                table.add([
                    row.name, airport.title, String(format: "%.0f", without), String(format: "%.0f", with),
                    String(format: "%.2f", with / without), limit, holds ? "yes" : "no",
                    String(format: "%.0f", processor.0), String(format: "%.0f", processor.1),
                    String(format: "%.2f", processor.1 / processor.0),
                ])
            }
        }
        print(markdown ? table.markdown : table.text)
    }

    /// The medians without and with observers, in nanoseconds.
    private func measure(_ row: ObservationRow, _ airport: Airport) async throws -> (
        plain: Median, observed: Median
    ) {
        var spent: [[Spent]] = [[], []]
        for round in 0..<rounds {
            for isObserved in round % 2 == 0 ? [false, true] : [true, false] {
                let place = FileManager.default.temporaryDirectory
                    .appending(path: "granary-observation-\(UUID().uuidString)", directoryHint: .isDirectory)
                let directory =
                    self.directory == "/tmp" ? place.path : "\(self.directory)/\(place.lastPathComponent)"
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(atPath: directory) }
                spent[isObserved ? 1 : 0].append(
                    try await row.measure(airport, in: directory, size: rows, isObserved: isObserved))
            }
        }
        return (Median(spent[0]), Median(spent[1]))
    }

    /// The medians of both clocks, in nanoseconds.
    private struct Median {
        let time: Double
        let processorTime: Double

        init(_ spent: [Spent]) {
            time = spent.map { $0.time / .nanoseconds(1) }.sorted()[spent.count / 2]
            processorTime = spent.map { $0.processorTime / .nanoseconds(1) }.sorted()[spent.count / 2]
        }
    }
}
