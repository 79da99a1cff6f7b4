import Testing

/// What wrong input gets: a message that names the thing and the remedy, and a status that is not zero.
@Suite(.timeLimit(.minutes(5))) struct MessageTests {
    @Test(arguments: [
        (
            ["show", "XYZ"],
            "No flight leaves from “XYZ” on 2013-01-01; name one of these airports: EWR, JFK, LGA."
        ),
        (
            ["show", "JFK", "--date", "2014-01-01"],
            "Nothing is known of 2014-01-01. Name a day of January 2013"
        ),
        (["show", "JFK", "--date", "2013-02-30"], "The value '2013-02-30' is invalid for '--date <day>'"),
        (
            ["show", "JFK", "--from", "9", "--until", "9"],
            "The replay must begin at an hour from 0 to 23, and end later"
        ),
        (["show", "JFK", "--speed", "0"], "The speed must be 0.01 to 1000 hours in a second."),
        (["delay", "UA", "0", "5"], "There is no flight UA 0 on 2013-01-01; look at the board"),
        (["delay", "UA", "303", "3000"], "The delay must be -1440 to 2880 minutes, and is 3000."),
        (["edit", "UA", "0", "5"], "There is no flight UA 0 on 2013-01-01; look at the board"),
        (["reconcile", "nowhere.csv"], "nowhere.csv: There is no such file."),
    ])
    func wrongInput(_ arguments: [String], _ message: String) throws {
        let refused = try Board(.memory).run(arguments)
        #expect(refused.status != 0 && refused.output == "")
        #expect(refused.errors.contains(message), "\(refused.errors)")
    }

    @Test func aDelayThatTheModelDoesNotAllow() throws {
        let board = try Board()
        #expect(try board.run("delay", "UA", "303", "2880").status == 0)
        let refused = try board.run("edit", "UA", "303", "1")
        #expect(refused.status != 0 && refused.errors.contains("Departure.delay"), "\(refused.errors)")
    }

    @Test func everyCommandHasHelp() throws {
        let board = try Board(.memory)
        for command in ["show", "delay", "edit", "reconcile", "reset"] {
            let help = try board.run(command, "--help")
            #expect(help.output.contains("USAGE: board \(command)"), "\(command)")
        }
    }
}
