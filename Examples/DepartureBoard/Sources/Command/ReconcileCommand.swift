import ArgumentParser
import Flights
import FoundationEssentials
import Granary

/// Makes the stored day equal to a file.
struct ReconcileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Make the day equal to a CSV file, and print what that has changed.",
        discussion: """
            The file has a row for each departure of the day, with the columns year, month, day, hour, minute, carrier, \
            flight, origin, dest and dep_delay, in any order; others are ignored. A delay of NA means that the flight is \
            cancelled. Nothing is stored unless every row can be read.
            """)

    @OptionGroup var options: StoreOptions

    @Argument(
        help: "The CSV file, plain or in a zip archive.", completion: .file(extensions: ["csv", "zip"]))
    var file: String

    @MainActor func run() async throws {
        guard FileManager.default.fileExists(atPath: file) else {
            throw DataError(file, "There is no such file.")
        }
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let data = try DataFile(
            path: file, name: String(name.hasSuffix(".zip") ? name.dropLast(4) : name[...]))
        var reader = try DayReader(options.date, in: data)
        let departures = try reader.all()
        let done = try await options.withStack { [day = options.date] stack in
            try await reconcile(stack, day, departures)
        }
        try Console.show(
            """
            \(options.date): \(Wording.count(done.inserted)) inserted, \(Wording.count(done.updated)) changed, \
            \(Wording.count(done.deleted)) deleted, \(Wording.count(done.unchanged)) as they were.
            """)
    }

    @MainActor private func reconcile(
        _ stack: PersistentStack, _ day: Day, _ departures: [Departure.Snapshot]
    ) async throws -> Reconciliation {
        var options = ContextOptions.importer
        options.author = "reconcile"
        options.retries = 5
        return try await stack.perform(options) { context in
            // The file does not decide whether a departure is over.
            let done = try context.reconcile(
                Departure.all(on: day), with: departures, ignoring: { $0.isOver })
            try context.save()
            return done
        }
    }
}
