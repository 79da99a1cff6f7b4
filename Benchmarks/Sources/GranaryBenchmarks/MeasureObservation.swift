internal import ArgumentParser
internal import Foundation
internal import Observation

/// Measures what observers cost those who save, and how soon they know.
struct MeasureObservation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "observation", abstract: "Measure what observing saves costs.",
        discussion: "Each row is done without and with observers, in turns; the median of the rounds counts.")

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
        var table = Table(header: ["work", "on", "a step, ns", "observed, ns", "ratio", "limit", "holds"])
        for row in ObservationRow.all.filter({ only.map($0.name.contains) ?? true }) {
            for airport in Airport.allCases {
                let (plain, observed) = try await measure(row, airport)
                let steps = Double(row.steps(rows))
                let (without, with) = (plain / steps, observed / steps)
                let (limit, holds) =
                    switch row.limit {
                    case .ratio(let limit): (String(format: "≤ %.2f", limit), with / without <= limit)
                    case .added(let limit): (String(format: "+ %.0f ns", limit), with - without <= limit)
                    }
                table.add([
                    row.name, airport.title, String(format: "%.0f", without), String(format: "%.0f", with),
                    String(format: "%.2f", with / without), limit, holds ? "yes" : "no",
                ])
            }
        }
        print(markdown ? table.markdown : table.text)
    }

    /// The medians without and with observers, in nanoseconds.
    private func measure(_ row: ObservationRow, _ airport: Airport) async throws -> (Double, Double) {
        var times: [[Double]] = [[], []]
        for round in 0..<rounds {
            for isObserved in round % 2 == 0 ? [false, true] : [true, false] {
                let place = FileManager.default.temporaryDirectory
                    .appending(path: "granary-observation-\(UUID().uuidString)", directoryHint: .isDirectory)
                let directory =
                    self.directory == "/tmp" ? place.path : "\(self.directory)/\(place.lastPathComponent)"
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(atPath: directory) }
                let time = try await row.measure(airport, in: directory, size: rows, isObserved: isObserved)
                times[isObserved ? 1 : 0].append(time / .nanoseconds(1))
            }
        }
        return (median(times[0]), median(times[1]))
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
