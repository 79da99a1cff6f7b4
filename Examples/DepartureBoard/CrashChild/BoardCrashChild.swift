import DepartureBoard
import Granary

/// A process that sets the delay of a flight as `board delay` does, and is killed between the commit and any report of
/// it: `BoardCrashChild CONFIGURATION DAY CARRIER NUMBER MINUTES`.
@main struct BoardCrashChild {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let day = Day(arguments[2]), let number = Int(arguments[4]),
            let minutes = Int(arguments[5])
        else { return print("BoardCrashChild CONFIGURATION DAY CARRIER NUMBER MINUTES") }
        let stack = try await BoardStores.open(
            FileConfigurationSource(path: arguments[1], arguments: []),
            backends: BoardStores.backends.map(\.dyingAfterCommits))
        try await FlightDelay(arguments[3], number, on: day, minutes: minutes).save(in: stack)
        print("The process has survived its commit.")
    }
}
