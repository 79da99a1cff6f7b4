import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// A save over stores that cannot prepare a commit is atomic in each, and says so when one fails after another.
@Suite(.timeLimit(.minutes(1))) struct SaveAcrossStoresTests {
    private func stack() throws -> PersistentStack {
        let people: [any Model.Type] = [Player.self, Tag.self]
        let clubs: [any Model.Type] = [Team.self, Contract.self, Trophy.self]
        let schema = try Schema("League", configurations: ["People": people, "Clubs": clubs])
        return try startedStack(schema, on: Backend(BrokenBackend<BrokenSession>.self), at: "somewhere")
    }

    /// The code of the error of a save that changes a player and a team, while another has changed one of them.
    private func code(another change: (Player, Team) -> Void) throws -> GranaryError.Code? {
        let stack = try stack()
        let (mine, theirs) = (try stack.makeContext(), try stack.makeContext())
        try mine.insert(Player(id: 1, name: "P", score: 1))
        try mine.insert(Team(code: "T", name: "T"))
        try mine.save()
        func objects(_ context: Context) throws -> (Player, Team) {
            (
                try #require(try context.fetch(Player.all).first),
                try #require(try context.fetch(Team.all).first)
            )
        }
        let (player, team) = try objects(mine)
        let (otherPlayer, otherTeam) = try objects(theirs)
        change(otherPlayer, otherTeam)
        try theirs.save()
        (player.score, team.name) = (2, "U")
        do {
            try mine.save()
            return nil
        } catch let error as GranaryError {
            let seen = try stack.makeContext()
            let (seenPlayer, seenTeam) = try objects(seen)
            if error.code == .conflict { #expect(seenPlayer.score != 2 && seenTeam.name != "U") }
            if error.code == .partialSave { #expect((seenPlayer.score == 2) != (seenTeam.name == "U")) }
            return error.code
        }
    }

    @Test func aConflictInTheSecondStoreIsNotTakenForASave() throws {
        let codes = [try code { player, _ in player.score = 9 }, try code { _, team in team.name = "X" }]
        #expect(Set(codes) == [.conflict, .partialSave])
    }
}
