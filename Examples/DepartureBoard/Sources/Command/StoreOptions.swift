import ArgumentParser
import FoundationEssentials
import Granary
import GranaryTool

/// Which store and which day a command is about.
struct StoreOptions: ParsableArguments {
    /// The options of the tool's commands.
    @OptionGroup var place: ConfigurationOptions

    @Option(help: ArgumentHelp("The day, as in 2013-01-31.", valueName: "day"))
    var date = Day.first

    /// Runs something with an open store that holds the day, and closes it.
    ///
    /// A day without stored data is stored as planned, if it is one of January 2013.
    ///
    /// - Throws: `GranaryError` for a configuration or store that cannot be used; ``BoardError`` for a day without
    ///   data; any error from the closure.
    @MainActor func withDay<R: Sendable>(
        _ body: @MainActor (PersistentStack) async throws -> R
    ) async throws -> R {
        try await withStack { stack in
            let importer = try Importer(stack, date)
            if try await !importer.hasDay() {
                let departures = try ShippedDay.departures(on: date).map(\.planned)
                if departures.isEmpty { throw BoardError.noDay(date) }
                try await importer.store(departures)
            }
            return try await body(stack)
        }
    }

    /// Runs something with an open store, and closes it.
    ///
    /// - Throws: `GranaryError` for a configuration or store that cannot be used; any error from the closure.
    @MainActor func withStack<R: Sendable>(
        _ body: @MainActor (PersistentStack) async throws -> R
    ) async throws -> R {
        let stack = try await BoardStores.open(.file(try configurationPath(), environment: place.environment))
        do {
            let result = try await body(stack)
            try await stack.close()
            return result
        } catch {
            try? await stack.close()
            throw error
        }
    }

    /// The configuration file: the one that is named, else the first of the usual places.
    ///
    /// - Throws: ``BoardError`` when none is named and none exists.
    private func configurationPath() throws -> String {
        if let path = place.config { return path }
        let usual = ["granary.yaml", "Examples/DepartureBoard/granary.yaml"]
        if let path = usual.first(where: FileManager.default.fileExists(atPath:)) { return path }
        throw BoardError(
            "There is neither \(usual.joined(separator: " nor ")) here; name a configuration file with --config."
        )
    }
}
