import ArgumentParser

/// A flight and a number of minutes, as commands name them.
struct DelayArguments: ParsableArguments {
    @Argument(help: "The code of the airline, such as UA.")
    var carrier: String

    @Argument(help: "The number of the flight.")
    var number: Int

    @Argument(help: "How many minutes later it leaves; -1440 to 2880, and negative ones behind “--”.")
    var minutes: Int

    func validate() throws {
        guard Departure.delays.contains(minutes) else {
            throw ValidationError("The delay must be -1440 to 2880 minutes, and is \(minutes).")
        }
    }
}
