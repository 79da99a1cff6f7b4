internal import Foundation
internal import Workload

/// Prints the results.
struct Report {
    let isMarkdown: Bool

    /// Prints the measurements to come and the machine.
    func begin(_ plan: Plan) {
        let workload = plan.workload
        Swift.print(
            "\(workload.rows) players in \(workload.teams) teams, median of \(plan.rounds) interleaved rounds of \(plan.usesProcessorTime ? "processor time" : "time"); "
                + "\(Machine.description); \(Machine.date).\n")
    }

    /// Prints the number of rows, the method and the machine.
    func begin(rows: Int, rounds: Int, usesProcessorTime: Bool) {
        Swift.print(
            "\(rows) rows, median of \(rounds) interleaved rounds of \(usesProcessorTime ? "processor time" : "time"); "
                + "\(Machine.description); \(Machine.date).\n")
    }

    /// Shows the progress, if somebody may be looking.
    func progress(_ text: String) {
        if isatty(2) != 0 { FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8)) }
    }

    /// Prints a table of times.
    func print(_ figures: [Figures], title: String, _ workload: Workload) {
        guard let names = figures.first?.names else { return }
        var table = Table(
            header: ["operation", "\(names[0]), ns a step"] + names.dropFirst() + [
                "limit", "holds", "against GRDB",
            ])
        for row in figures {
            let ratios = names.indices.dropFirst().map { row.ratio($0).map(Self.decimal) ?? "–" }
            let time = row.time(0, workload).map { Self.whole($0) } ?? "–"
            table.add([row.exercise.title, time] + ratios + limits(row, workload))
        }
        show(table, title)
    }

    private func limits(_ row: Figures, _ workload: Workload) -> [String] {
        let against = row.ratio(1, to: 2).map(Self.decimal) ?? "–"
        if let limit = row.exercise.ratioLimit, let ratio = row.ratio(1) {
            return ["≤ \(Self.decimal(limit))", Self.yes(ratio <= limit), against]
        }
        guard let time = row.time(1, workload) else { return ["", "", against] }
        if let limit = row.exercise.timeLimit {
            return ["\(Self.whole(time)) ≤ \(Self.whole(limit)) ns", Self.yes(time <= limit), against]
        }
        return ["\(Self.whole(time)) ns", "", against]
    }

    /// Prints a table of times with one other contender, and with its own limits.
    func print(
        _ figures: [Figures], limits: [(exercise: Exercise, limit: Double?)], title: String,
        _ workload: Workload
    ) {
        guard let names = figures.first?.names else { return }
        var table = Table(
            header: ["operation"] + names.map { "\($0), ns a step" } + ["ratio", "limit", "holds"])
        for row in figures {
            let limit = limits.first { $0.exercise == row.exercise }?.limit
            let times = names.indices.map { row.time($0, workload).map(Self.whole) ?? "–" }
            let ratio = row.ratio(1)
            let holds = limit.flatMap { limit in ratio.map { Self.yes($0 <= limit) } }
            table.add(
                [row.exercise.title] + times + [
                    ratio.map(Self.decimal) ?? "–", limit.map { "≤ \(Self.decimal($0))" } ?? "", holds ?? "",
                ])
        }
        show(table, title)
    }

    /// Prints a table of memory.
    func print(_ memory: MemoryFigures, title: String, _ workload: Workload) {
        var table = Table(header: ["peak above the start, MiB"] + memory.names + ["limit", "holds"])
        let megabytes = { (bytes: Int) in Self.decimal(Double(bytes) / 1_048_576) }
        table.add(
            ["stream \(memory.streamedRows) rows"] + memory.stream.map(megabytes)
                + [
                    "≤ \(megabytes(MemoryFigures.streamLimit))",
                    Self.yes(memory.stream[1] <= MemoryFigures.streamLimit),
                ])
        let ratio = Double(memory.hold[1]) / Double(max(memory.hold[0], 1))
        table.add(
            ["hold \(workload.rows) objects"] + memory.hold.map(megabytes)
                + [
                    "\(Self.decimal(ratio)) ≤ \(Self.decimal(MemoryFigures.holdLimit)) × loop",
                    Self.yes(ratio <= MemoryFigures.holdLimit),
                ])
        show(table, title)
    }

    private func show(_ table: Table, _ title: String) {
        progress("")
        Swift.print(isMarkdown ? "### \(title)\n" : "\(title)\n")
        show(table)
    }

    /// Prints a table that has no title.
    func show(_ table: Table) {
        progress("")
        Swift.print(isMarkdown ? table.markdown : table.text)
        Swift.print("")
        fflush(nil)
    }

    private static func decimal(_ number: Double) -> String { String(format: "%.2f", number) }
    private static func whole(_ number: Double) -> String { String(format: "%.0f", number) }
    private static func yes(_ holds: Bool) -> String { holds ? "yes" : "no" }
}

/// The machine that the figures depend on.
enum Machine {
    /// Processor, cores, Swift.
    static var description: String {
        let model =
            (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n")
            .first { $0.hasPrefix("model name") }?.split(separator: ":").last
            .map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
        return "\(model), \(ProcessInfo.processInfo.activeProcessorCount) cores"
    }

    /// The day.
    static var date: String { String(Date.now.ISO8601Format().prefix(10)) }
}
