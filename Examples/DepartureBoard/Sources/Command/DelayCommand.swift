import ArgumentParser
import Flights

/// Sets the delay of a flight.
struct DelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delay", abstract: "Set the delay of a flight; boards that follow show it at once.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var flight: DelayArguments

    @MainActor func run() async throws {
        let delay = FlightDelay(flight.carrier, flight.number, on: options.date, minutes: flight.minutes)
        let done = try await options.withDay { stack in try await delay.save(in: stack) }
        try Console.show("\(done.airport)  \(done.line)")
    }
}
