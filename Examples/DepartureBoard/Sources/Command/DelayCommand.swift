import ArgumentParser
import Flights

/// Sets the delay of a flight.
struct DelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delay", abstract: "Set the delay of a flight; boards that follow show it at once.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var flight: FlightArguments

    @Argument(help: "How many minutes late it leaves; -1440 to 2880, negative when early.", completion: nil)
    var minutes: Int

    func validate() throws {
        guard -1_440...2_880 ~= minutes else {
            throw ValidationError("The delay must be -1440 to 2880 minutes, and is \(minutes).")
        }
    }

    @MainActor func run() async throws {
        let delay = FlightDelay(flight.carrier, flight.number, on: options.date, minutes: minutes)
        let done = try await options.withDay { stack in try await delay.save(in: stack) }
        try Console.show("\(done.airport)  \(done.line)")
    }
}
