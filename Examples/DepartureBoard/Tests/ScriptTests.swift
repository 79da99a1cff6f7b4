import Foundation
import Testing

/// What the script tells is the same on every backend.
@Suite(.timeLimit(.minutes(5))) struct ScriptTests {
    /// Every difference of the morning at JFK.
    private static let morning = Board.example.appending(path: "Tests/January-1.txt")

    @Test(arguments: Board.Store.tested) func theMorningIsToldAlikeOnEachBackend(_ store: Board.Store) throws
    {
        let board = try Board(store)
        let told = try board.run("show", "JFK", "--script", "--until", "10")
        #expect(told.status == 0 && told.errors.isEmpty, "\(told.errors)")
        #expect(told.output == (try String(contentsOf: Self.morning, encoding: .utf8)))
        // Playing it again begins with the day as it was planned, whatever is stored by now.
        if store == .sqlite {
            #expect(try board.run("show", "JFK", "--script", "--until", "10").output == told.output)
        }
        if store == .postgresql { #expect(try board.run("reset").status == 0) }
    }

    @Test func linesFitATerminal() throws {
        let board = try Board(.memory)
        for arguments in [["--script", "--from", "15"], ["--speed", "1000"]] {
            let shown = try board.run(["show", "LGA"] + arguments)
            #expect(shown.status == 0)
            let widest = shown.output.split(separator: "\n").map(\.count).max()
            #expect(try #require(widest) <= 80)
        }
    }

    @Test func theBoardIsATable() throws {
        let shown = try Board(.memory).run("show", "JFK", "--speed", "1000", "--until", "7")
        #expect(shown.status == 0, "\(shown.errors)")
        #expect(
            shown.output.contains("  Departures from John F Kennedy Intl, 2013-01-01, 06:00\n"),
            "\(shown.output)")
        #expect(shown.output.contains("  Time   Flight   To"))
    }
}
