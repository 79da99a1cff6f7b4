import ArgumentParser
import Flights
import Granary

/// Changes a flight in an editor, undoes the change, and shows who sees which values in between.
struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Delay a flight in an editor and undo it, and show who sees what meanwhile.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var flight: DelayArguments

    @MainActor func run() async throws {
        let key = Departure.Key(day: options.date.date, carrier: flight.carrier, number: flight.number)
        let (title, minutes) = ("\(flight.carrier) \(flight.number)", flight.minutes)
        let table = try await options.withDay { stack in
            let editor = try FlightEditor(stack, ObjectID(key))
            let steps: [(name: String, body: () throws -> Void)] = [
                ("before", {}),
                ("edited", { try editor.delay(by: minutes) }),
                ("saved", editor.save),
                ("undone", editor.undo),
                ("saved again", editor.save),
            ]
            var table = Table(.text(title), .text("in the editor"), .text("in the store"))
            for step in steps {
                try step.body()
                // The values that a separate unit of work reads.
                let stored = try await stack.perform { context in
                    try context.object(Departure.self, key).map { BoardRow($0).remark } ?? "deleted"
                }
                table.add(step.name, editor.row.remark, stored)
            }
            return table
        }
        try Console.show(table.lines(width: 80).joined(separator: "\n"))
    }
}
