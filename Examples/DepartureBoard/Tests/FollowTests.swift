import Testing

/// A board follows what other processes save in its store.
@Suite(.timeLimit(.minutes(5))) struct FollowTests {
    /// A board that follows, once its ten lines are there; the first is AA 1141 at 05:40.
    private func follower(_ board: Board) throws -> RunningProgram {
        let shown = try board.start("show", "JFK", "--script", "--follow")
        let lines = try shown.lines(through: "+ 10")
        #expect(lines.count == 11 && lines[1] == "+  1  05:40  AA 1141  MIA  on time", "\(lines)")
        return shown
    }

    @Test(arguments: Board.Store.shared) func aDelayOfAnotherProcessShows(_ store: Board.Store) throws {
        let board = try Board(store)
        let shown = try follower(board)
        let delay = try board.run("delay", "AA", "1141", "3")
        #expect(
            delay.status == 0 && delay.output == "JFK  05:40  AA 1141 to MIA: expected 05:43\n",
            "\(delay.errors)")
        #expect(try shown.lines(through: "~") == ["~  1  05:40  AA 1141  MIA  on time → expected 05:43"])
        #expect(try board.run("delay", "AA", "1141", "50").status == 0)
        #expect(
            try shown.lines(through: "+") == [
                "-  1  05:40  AA 1141  MIA  expected 05:43", "+ 10  06:10  DL 1743  ATL  on time",
            ])
        shown.end()
        if store == .postgresql { #expect(try board.run("reset").status == 0) }
    }

    @Test(arguments: Board.Store.shared) func aReplayOfAnotherProcessShows(_ store: Board.Store) throws {
        let board = try Board(store)
        let shown = try follower(board)
        let played = try board.run("show", "EWR", "--script", "--until", "7")
        #expect(played.status == 0, "\(played.errors)")
        // What is next at seven can only be on the board once the last hour is played.
        let now = try board.start("show", "JFK", "--script", "--follow").lines(through: "+ 10")
        let last = try #require(now.last?.dropFirst(2))
        let lines = try shown.lines(through: "+ \(last)")
        #expect(lines.contains { $0.hasPrefix("-") && $0.contains("AA 1141") }, "\(lines)")
        shown.end()
        if store == .postgresql { #expect(try board.run("reset").status == 0) }
    }

    /// Nobody is told by the process that saves: the file and the server tell.
    @Test(arguments: Board.Store.shared) func aProcessThatDiesBehindItsCommitIsFollowed(_ store: Board.Store)
        throws
    {
        let board = try Board(store)
        let shown = try follower(board)
        let dying = try board.startDying("AA", 1_141, 3)
        #expect(try dying.rest() == "")
        #expect(dying.waitUntilOver() == -9, "\(dying.errors)")
        #expect(try shown.lines(through: "~") == ["~  1  05:40  AA 1141  MIA  on time → expected 05:43"])
        #expect(try board.run("delay", "AA", "1141", "4").status == 0)
        #expect(
            try shown.lines(through: "~") == ["~  1  05:40  AA 1141  MIA  expected 05:43 → expected 05:44"])
        shown.end()
        if store == .postgresql { #expect(try board.run("reset").status == 0) }
    }

    @Test func aStoreOfOneProcessIsNotFollowed() throws {
        let refused = try Board(.leveldb).run("show", "JFK", "--follow")
        #expect(
            refused.status != 0 && refused.errors.contains("with `followsOthers: true`"), "\(refused.errors)")
    }
}
