import Foundation
import Testing

/// What wrong input gets: a message that names the thing and the remedy, and a status that is not zero.
@Suite struct MessageTests {
    @Test func aFolderThatIsNotThere() throws {
        let program = try Program()
        defer { program.remove() }
        try expect(
            try program.run("--data", "/nowhere/at/all"),
            "/nowhere/at/all: There is no such folder; give --data")
        try expect(
            try program.run("--data", program.path("granary.yaml")),
            "granary.yaml: This is a file, not a folder")
        try expect(
            try program.run("--data", program.folder.path),
            "There is neither flights.csv nor flights.csv.zip in it")
        #expect(program.storeFiles() == [])
    }

    @Test(arguments: [
        ("dep_delay,", "delay,", 1, "There is no column “dep_delay”; there are: year,"),
        (",515,2,", ",515,two,", 2, "“dep_delay” must be a whole number, and is “two”."),
        ("2013,1,1,517", "2013,2,30,517", 2, "Year, month and day are no day of the calendar."),
        ("2013-01-01T10:00:00Z", "noon", 2, "“time_hour” must be a moment such as 2013-01-01T10:00:00Z."),
        ("UA,1545", "\"UA,1545", 2, "A quotation mark is opened and never closed."),
        ("UA,1545", "\"UA\"A,1545", 2, "Text follows a closing quotation mark."),
        ("5,15,2013", "5,75,2013", 2, "“minute” must be 0 to 59, and is 75."),
    ])
    func aLineThatCannotBeRead(_ old: String, _ new: String, _ line: Int, _ message: String) throws {
        let program = try Program()
        defer { program.remove() }
        var lines = Array(Sample.lines.prefix(2))
        lines[line - 1] = lines[line - 1].replacing(old, with: new)
        let data = try program.data("wrong", flights: lines)
        let outcome = try program.run("answers", "--data", data, configuration: "granary-memory.yaml")
        try expect(outcome, "\(data)/flights.csv, line \(line): \(message)")
    }

    @Test func anArchiveThatIsDamaged() throws {
        let program = try Program()
        defer { program.remove() }
        let data = try program.data("damaged", flights: [])
        try FileManager.default.removeItem(atPath: "\(data)/flights.csv")
        var bytes = try Data(contentsOf: URL(filePath: "\(Program.january)/flights.csv.zip"))
        bytes[300_000] ^= 1
        try bytes.write(to: URL(filePath: "\(data)/flights.csv.zip"))
        let outcome = try program.run("import", "--data", data, configuration: "granary-memory.yaml")
        try expect(outcome, "flights.csv.zip: The zip archive is damaged; unpack or fetch it again.")
        try bytes.prefix(400_000).write(to: URL(filePath: "\(data)/flights.csv.zip"))
        let cut = try program.run("import", "--data", data, configuration: "granary-memory.yaml")
        try expect(cut, "flights.csv.zip: This is no zip archive, or its end is missing.")
    }

    @Test func aConfigurationThatIsNowhere() throws {
        let outcome = try Program.run("sh", ["-c", "cd / && exec \"$0\" answers", Program.executable])
        try expect(
            outcome, "/: There is neither granary.yaml nor Examples/Flights/granary.yaml in it; name a")
    }

    @Test func anOutputThatIsFull() throws {
        let program = try Program()
        defer { program.remove() }
        let outcome = try Program.run(
            "sh",
            [
                "-c", "exec \"$0\" reset --config \"$1\" > /dev/full", Program.executable,
                program.path("granary.yaml"),
            ])
        try expect(outcome, "The output cannot be written: No space left on device.")
    }

    @Test func aConfigurationThatIsWrong() throws {
        let program = try Program()
        defer { program.remove() }
        try expect(try program.run("reset", configuration: "nothing.yaml"), "nothing.yaml")
        let text =
            "stores: { Reference: { type: sqlitee }, Operations: { type: memory }, Session: { type: memory } }"
        try Data(text.utf8).write(to: URL(filePath: program.path("wrong.yaml")))
        try expect(try program.run("digest", configuration: "wrong.yaml"), "sqlitee")
        try expect(try program.run("digest", configuration: "wrong.yaml"), "Did you mean “sqlite”?")
    }

    private func expect(_ outcome: Program.Outcome, _ message: String) throws {
        #expect(outcome.status != 0)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
