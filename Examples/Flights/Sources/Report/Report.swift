import Granary

/// The answers as tables.
struct Report {
    let answers: Answers
    /// How many characters a line may have; `nil` for any number.
    let width: Int?

    /// The text of all tables.
    var text: String {
        let parts = [
            counts, means, worst, routes, planes, gaps, importSpeed,
        ]
        return ([heading] + parts.map { $0.joined(separator: "\n") }).joined(separator: "\n\n")
    }

    private var heading: String {
        guard let period = answers.period.answer else { return "There are no flights." }
        return "Flights from New York, \(Wording.day(period.first)) to \(Wording.day(period.last))"
    }

    private func section<Answer>(_ title: String, _ answered: Answered<Answer>, _ table: Table) -> [String] {
        [title + took(answered)] + table.lines(width: width)
    }

    private func took<Answer>(_ answered: Answered<Answer>) -> String {
        " (\(Wording.count(answered.storeRequests, "store request")))"
    }

    private var counts: [String] {
        var table = Table(.text("Model"), .text("Configuration"), .number("Objects"))
        for row in answers.counts.answer {
            table.add(row.model, row.configuration, Wording.count(row.objects))
        }
        return section("What is stored", answers.counts, table)
    }

    private var means: [String] {
        var table = Table(
            .text("Code"), .text("Airline", mayShrink: true), .number("Minutes"), .number("Flights"))
        for row in answers.meanArrivalDelays.answer {
            table.add(
                row.carrier, row.airline ?? "–", Wording.decimals(row.minutes), Wording.count(row.flights))
        }
        return section("Mean arrival delay per airline", answers.meanArrivalDelays, table)
    }

    private var worst: [String] {
        var table = Table(
            .number("Delay"), .text("Hour in UTC"), .text("Flight"), .text("Airline", mayShrink: true),
            .text("Destination", mayShrink: true), .text("Plane", mayShrink: true))
        for row in answers.worstDepartures.answer {
            table.add(
                String(row.delay), Wording.hour(row.hour), "\(row.carrier) \(row.number)", row.airline ?? "–",
                row.destination ?? row.destinationCode, row.plane ?? "–")
        }
        return section("The ten worst departures", answers.worstDepartures, table)
    }

    private var routes: [String] {
        var table = Table(.text("From"), .text("To"), .number("Flights"))
        for row in answers.busiestRoutes.answer {
            table.add(row.origin, row.destination, Wording.count(row.flights))
        }
        return section("The five busiest routes", answers.busiestRoutes, table)
    }

    private var planes: [String] {
        var table = Table(
            .text("Tail number"), .text("Maker", mayShrink: true), .text("Model", mayShrink: true),
            .number("Flights"))
        for row in answers.busiestPlanes.answer {
            table.add(row.tailNumber, row.maker, row.model, Wording.count(row.flights))
        }
        return section("The five busiest planes, of those in the data", answers.busiestPlanes, table)
    }

    private var gaps: [String] {
        let gaps = answers.gaps.answer
        var table = Table(.text("Flights"), .number("Count"))
        table.add("without a known plane", Wording.count(gaps.withoutKnownPlane))
        table.add("without a known destination", Wording.count(gaps.withoutKnownDestination))
        table.add("cancelled", Wording.count(gaps.cancelled))
        return section("What is missing", answers.gaps, table)
    }

    private var importSpeed: [String] {
        var table = Table(
            .text("Source", mayShrink: true), .number("Rows"), .number("Seconds"), .number("Rows per second"))
        guard let run = answers.importSpeed.answer else {
            return [
                "Import\(took(answers.importSpeed))",
                "  Nothing was imported in this session; the data were there.",
            ]
        }
        table.add(
            run.source, Wording.count(run.rows), Wording.decimals(run.seconds),
            Wording.rate(run.rows, seconds: run.seconds))
        return section("Import", answers.importSpeed, table)
    }
}
