import Foundation
import GranaryTestSupport
import Testing

/// A day is made equal to a file.
@Suite(.timeLimit(.minutes(5))) struct ReconcileTests {
    static let header = "year,month,day,hour,minute,carrier,flight,origin,dest,dep_delay"
    static let rows = [
        "2013,1,1,5,40,AA,1141,JFK,MIA,2", "2013,1,1,6,0,B6,49,JFK,PBI,NA", "2013,1,1,7,5,UA,303,JFK,SFO,0",
    ]

    @Test(arguments: Board.Store.tested.filter { $0 != .memory }) func theCountsAreThoseOfTheDifferences(
        _ store: Board.Store
    ) throws {
        let board = try Board(store)
        func reconcile(_ rows: [String]) throws -> String {
            let done = try board.run("reconcile", try board.write([Self.header] + rows, to: "day.csv"))
            #expect(done.status == 0, "\(done.errors)")
            return done.output
        }
        #expect(try reconcile(Self.rows) == "2013-01-01: 3 inserted, 0 changed, 0 deleted, 0 as they were.\n")
        #expect(
            try reconcile(Self.rows.reversed())
                == "2013-01-01: 0 inserted, 0 changed, 0 deleted, 3 as they were.\n")
        let changed = [Self.rows[0], Self.rows[1].replacing("NA", with: "12"), "2013,1,1,9,0,DL,1,JFK,ATL,0"]
        #expect(try reconcile(changed) == "2013-01-01: 1 inserted, 1 changed, 1 deleted, 1 as they were.\n")
        let edited = try board.run("edit", "B6", "49", "30")
        #expect(
            edited.output.contains("saved        expected 06:42  expected 06:42"),
            "\(edited.output)\(edited.errors)")
        #expect(edited.output.contains("undone       expected 06:12  expected 06:42"), "\(edited.output)")
        #expect(edited.output.contains("saved again  expected 06:12  expected 06:12"), "\(edited.output)")
        if store == .postgresql { #expect(try board.run("reset").status == 0) }
    }

    @Test func aDayThatIsReconciledShowsOnTheBoard() throws {
        let board = try Board()
        _ = try board.run("reconcile", try board.write([Self.header] + Self.rows, to: "day.csv"))
        let shown = try board.start("show", "JFK", "--script", "--follow")
        #expect(
            try shown.lines(through: "+  3") == [
                "# JFK 2013-01-01", "+  1  05:40  AA 1141  MIA  expected 05:42",
                "+  2  06:00  B6 49    PBI  cancelled",
                "+  3  07:05  UA 303   SFO  on time",
            ])
        _ = try board.run("reconcile", try board.write([Self.header, Self.rows[2]], to: "day.csv"))
        #expect(
            try shown.lines(through: "-  2") == [
                "-  1  05:40  AA 1141  MIA  expected 05:42", "-  2  06:00  B6 49    PBI  cancelled",
            ])
    }

    @Test func anotherDayIsShownAndNotReplayed() throws {
        let board = try Board()
        let rows = Self.rows.map { $0.replacing("2013,1,1,", with: "2014,2,28,") }
        let path = try board.write([Self.header] + rows, to: "day.csv")
        #expect(
            try board.run("reconcile", path, "--date", "2014-02-28").output.hasPrefix(
                "2014-02-28: 3 inserted, "))
        let shown = try board.start("show", "JFK", "--script", "--follow", "--date", "2014-02-28")
        #expect(try shown.lines(through: "+  3").first == "# JFK 2014-02-28")
        let refused = try board.run("show", "JFK", "--date", "2014-02-28")
        #expect(refused.errors.contains("How 2014-02-28 turned out is not known"), "\(refused.errors)")
        #expect(
            try board.run("reconcile", path, "--date", "2014-02-28").output.hasSuffix("3 as they were.\n"))
    }

    /// What is wrong with a file, the line, and the message.
    static let faults = [
        ("dep_delay", "delay", 1, "There is no column “dep_delay”; there are: year,"),
        (",5,40,", ",five,40,", 2, "“hour” must be a whole number, and is “five”."),
        (",5,40,", ",5,60,", 2, "“minute” must be 0 to 59, and is 60."),
        ("MIA", "Miami", 2, "“dest” must be the three capital letters of an airport."),
        ("MIA,2", "MIA,9999", 2, "“dep_delay” must be -1440 to 2880, and is 9999."),
        (
            "2013,1,1,6", "2013,1,2,6", 3,
            "The flight is not of 2013-01-01; leave it out, or name its day with --date."
        ),
        ("B6,49", "AA,1141", 3, "The flight AA 1141 is in line 2 already."),
    ]

    @Test func aFileThatCannotBeReadChangesNothing() throws {
        let board = try Board()
        let good = [Self.header] + Self.rows
        _ = try board.run("reconcile", try board.write(good, to: "day.csv"))
        for (old, new, line, message) in Self.faults {
            let path = try board.write(good.map { $0.replacing(old, with: new) }, to: "wrong.csv")
            let refused = try board.run("reconcile", path)
            #expect(refused.status != 0 && refused.output == "")
            #expect(refused.errors.contains("\(path), line \(line): \(message)"), "\(refused.errors)")
        }
        let again = try board.run("reconcile", board.directory.path(of: "day.csv"))
        #expect(again.output == "2013-01-01: 0 inserted, 0 changed, 0 deleted, 3 as they were.\n")
    }
}
