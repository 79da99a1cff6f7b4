import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// A list of members holds each object once, whatever way it came there, and exactly those that refer back.
@Suite(.timeLimit(.minutes(1))) struct ListMembershipTests {
    /// The objects of one random program, of which some are in its context.
    private struct Program {
        let context: Context
        let teams = (0..<3).map { Team(code: "T\($0)", name: "x") }
        let players = (1...40).map { Player(id: $0, name: "x", email: nil, score: 0) }
        var generator: SeededGenerator

        func isInserted(_ object: any Model) -> Bool { context.changes.inserted.contains { $0 === object } }

        /// Does something to a player and a team; also forgets all changes, when that is allowed.
        mutating func step(forgetting: Bool) throws {
            let player = try required(players.randomElement(using: &generator))
            let team = try required(teams.randomElement(using: &generator))
            switch Int.random(in: 0..<(forgetting ? 12 : 10), using: &generator) {
            case 0, 1: team.players.append(player)
            case 2: team.players.remove(player)
            case 3, 4: player.team = team
            case 5: player.team = nil
            case 6, 7: try context.insert(player)
            case 8: try context.insert(team)
            case 9: if isInserted(player) { try context.delete(player) }
            case 10: context.rollback()
            default: context.reset()
            }
        }
    }

    @Test(arguments: 1...30) func listsHoldWhatRefersToTheirOwners(_ seed: UInt64) throws {
        var program = Program(
            context: try makeStack().makeContext(), generator: SeededGenerator(seed: seed))
        for _ in 0..<200 {
            try program.step(forgetting: false)
            for team in program.teams where program.isInserted(team) {
                let listed = team.players.map(\.id)
                let referring = program.players.filter { $0.team === team && program.isInserted($0) }
                #expect(listed.sorted() == referring.map(\.id), "seed \(seed)")
            }
        }
    }

    /// A list is put together at the first look, however much happened before, and after a save it is loaded.
    @Test(arguments: 1...60) func listsThatAreSeldomLookedAtHoldTheSame(_ seed: UInt64) throws {
        var program = Program(
            context: try makeStack().makeContext(), generator: SeededGenerator(seed: seed))
        for _ in 0..<200 {
            try program.step(forgetting: false)
            let chance = Int.random(in: 0..<60, using: &program.generator)
            if chance == 0, seed.isMultiple(of: 2) { try program.context.save() }
            guard chance < 4, let team = program.teams.randomElement(using: &program.generator),
                team._objectState.phase == .inserted || team._objectState.phase == .stored
            else { continue }
            let listed = team.players.map(\.id)
            let referring = program.players.filter {
                $0.team === team && ($0._objectState.phase == .inserted || $0._objectState.phase == .stored)
            }
            #expect(listed.sorted() == referring.map(\.id), "seed \(seed)")
        }
    }

    @Test func listsKeepTheOrderOfAdding() throws {
        let context = try makeStack().makeContext()
        let team = Team(code: "A", name: "Ants")
        let players = (1...3).map { Player(id: $0, name: "x", email: nil, score: 0) }
        try context.insert(team)
        try context.insert(players[2])
        players[1].team = team
        try context.insert(players[1])
        players[2].team = team
        players[0].team = team
        try context.insert(players[0])
        #expect(team.players.map(\.id) == [2, 3, 1])
    }

    @Test(arguments: 1...30) func objectsThatWereForgottenAreListedOnce(_ seed: UInt64) throws {
        var program = Program(
            context: try makeStack().makeContext(), generator: SeededGenerator(seed: seed))
        for _ in 0..<200 {
            try program.step(forgetting: true)
            for team in program.teams where program.isInserted(team) {
                let listed = team.players.map(\.id)
                #expect(Set(listed).count == listed.count, "seed \(seed)")
            }
        }
    }
}
