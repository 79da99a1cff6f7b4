import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// Undoing everything gives the beginning, redoing everything the end, and each step its own state.
@Suite(.timeLimit(.minutes(2))) struct UndoTests {
    @Test(arguments: [false, true]) func randomProgramsGoBackAndForth(split: Bool) async throws {
        let first = ConformanceEffort.current.seed ?? UInt64.random(in: 0...1_000_000)
        // Those before the random ones once failed.
        for seed in [908, 7_024, 14_003, 58_651] + (first..<(first + 40)) {
            let stack = try makeStack(split: split)
            try await stack.perform { context in
                do {
                    var program = try UndoProgram(context, seed: seed)
                    try program.run()
                } catch {
                    throw CheckFailed(description: "seed \(seed): \(error)")
                }
            }
        }
    }

    @Test func aGroupIsOneStep() async throws {
        let stack = try makeStack()
        try await stack.perform { context in
            context.history.levels = 5
            try context.history.step {
                let team = Team(code: "A", name: "Ants")
                try context.insert(team)
                try context.history.step { try context.insert(Player(name: "Ann", score: 1, team: team)) }
                try verifyThrows { try context.history.undo() }
            }
            try context.history.undo()
            try verify(!context.history.canUndo && !context.hasChanges)
            try context.history.redo()
            try verify(try context.object(Team.self, "A")?.players.map(\.name) == ["Ann"])
        }
    }

    @Test func aFailingGroupIsAStepToo() async throws {
        let stack = try makeStack()
        try await stack.perform { context in
            context.history.levels = 5
            try verifyThrows {
                try context.history.step {
                    try context.insert(Team(code: "A", name: "Ants"))
                    throw CheckFailed(description: "on purpose")
                }
            }
            try context.history.undo()
            try verify(!context.hasChanges)
        }
    }

    @Test func aStepOfAnObjectThatIsGoneIsAConflict() async throws {
        let stack = try makeStack()
        try await stack.perform { context in
            try context.insert(Team(code: "A", name: "Ants"))
            try context.save()
            context.history.levels = 5
            let team = try required(try context.object(Team.self, "A"))
            team.name = "Bees"
            try context.save()
            let other = try stack.makeContext()
            try other.delete(try required(try other.object(Team.self, "A")))
            try other.save()
            try context.refreshAll()
            do {
                try context.history.undo()
                throw CheckFailed(description: "The object is gone, and its step was undone.")
            } catch GranaryError.Code.conflict {}
            try verify(!context.hasChanges)
        }
    }

    @Test func aKeyUsedAgainGoesBackToItsFirstObject() async throws {
        let stack = try makeStack()
        try await stack.perform { context in
            try context.insert(Team(code: "A", name: "Ants"))
            try context.save()
            context.history.levels = 5
            try context.history.step {
                try context.delete(try required(try context.object(Team.self, "A")))
                try context.insert(Team(code: "A", name: "Bees"))
            }
            try verify(try context.object(Team.self, "A")?.name == "Bees")
            try context.history.undo()
            try verify(try context.object(Team.self, "A")?.name == "Ants")
            try verify(!context.hasChanges)
            try context.history.redo()
            try context.save()
            try verify(try context.fetch(Team.all).map(\.name) == ["Bees"])
            try context.history.undo()
            try context.save()
            try verify(try context.fetch(Team.all).map(\.name) == ["Ants"])
        }
    }
}

/// A random unit of work with a history, and what the world looked like after each of its steps.
struct UndoProgram {
    private var number = 0
    private let context: Context
    private var random: SeededGenerator
    private var states: [[String]] = []
    /// The pairs that the step has changed: connecting and disconnecting one would be a step that shows nothing.
    private var toggled: Set<String> = []

    init(_ context: Context, seed: UInt64) throws {
        self.context = context
        random = SeededGenerator(seed: seed)
        for number in 0..<3 {
            let team = Team(code: "T\(number)", name: "team \(number)")
            try context.insert(team)
            for index in 0..<2 {
                let player = Player(name: "p\(number)\(index)", score: index, team: team)
                try context.insert(player)
                let tag = Tag(label: "g\(number)\(index)")
                try context.insert(tag)
                player.tags.append(tag)
            }
            try context.insert(Contract(salary: number, team: team))
        }
        try context.save()
        context.history.levels = 1_000
    }

    mutating func run() throws {
        states = [try state()]
        for _ in 0..<12 {
            toggled = []
            for _ in 0..<Int.random(in: 1...4, using: &random) { try change() }
            context.history.endStep()
            let now = try state()
            // A step that came to nothing is none.
            if now != states.last { states.append(now) }
            if Int.random(in: 0..<6, using: &random) == 0 { try context.save() }
        }
        let isSaved = !context.hasChanges
        try goBack(from: states.count - 1, to: 0)
        try goForward(from: 0)
        let middle = states.count / 2
        try goBack(from: states.count - 1, to: middle)
        if !isSaved, Bool.random(using: &random) { try context.save() }
        try goForward(from: middle)
        try context.save()
        try expect(try state(), states.count - 1, "after the last save")
        try goBack(from: states.count - 1, to: 0)
        try context.save()
        try expect(try state(), 0, "after saving the beginning")
    }

    private func goBack(from last: Int, to first: Int) throws {
        for index in stride(from: last, to: first, by: -1) {
            try verify(try context.history.undo())
            try expect(try state(), index - 1, "undoing")
        }
    }

    private func goForward(from first: Int) throws {
        for index in (first + 1)..<max(first + 1, states.count) {
            try verify(try context.history.redo())
            try expect(try state(), index, "redoing")
        }
        try verify(try !context.history.redo())
    }

    private func expect(_ found: [String], _ index: Int, _ what: String) throws {
        if found == states[index] { return }
        let (extra, missing) = (Set(found).subtracting(states[index]), Set(states[index]).subtracting(found))
        throw CheckFailed(
            description: "\(what), step \(index): too much \(extra.sorted()), missing \(missing.sorted())")
    }

    /// Everything a program can see, a line an object.
    private func state() throws -> [String] {
        var lines: [String] = []
        for team in try context.fetch(Team.all) {
            let players = team.players.map(\.name).sorted()
            lines.append("\(team.code) \(team.name) \(players) \(team.contracts.map(\.salary).sorted())")
        }
        for player in try context.fetch(Player.all) {
            let tags = player.tags.map(\.label).sorted()
            lines.append(
                "\(player.id) \(player.name) \(player.email ?? "-") \(player.score) \(player.team?.code ?? "-") \(player.captain.map { "\($0.id)" } ?? "-") \(tags)"
            )
        }
        for tag in try context.fetch(Tag.all) {
            lines.append("\(tag.label) \(tag.players.map(\.id).sorted())")
        }
        for contract in try context.fetch(Contract.all) {
            lines.append("\(contract.id) \(contract.salary) \(contract.team?.code ?? "-")")
        }
        return lines.sorted()
    }

    /// A number that no name has yet: a taken one would end the program.
    private mutating func nextNumber() -> Int {
        number += 1
        return number
    }

    private mutating func change() throws {
        let players = try context.fetch(Player.all)
        let teams = try context.fetch(Team.all)
        let tags = try context.fetch(Tag.all)
        let player = players.randomElement(using: &random)
        switch Int.random(in: 0..<11, using: &random) {
        case 0:
            try context.insert(
                Player(name: "n\(random.next() % 1_000)", score: 0, team: teams.randomElement(using: &random))
            )
        case 1: try context.insert(Team(code: "N\(nextNumber())", name: "new"))
        case 2: try context.insert(Tag(label: "t\(nextNumber())"))
        case 3: player?.score = Int.random(in: 0..<5, using: &random)
        case 4: player?.name = "name \(random.next() % 3)"
        case 5: player?.team = teams.randomElement(using: &random)
        case 6: player?.team = nil
        case 7:
            if let player, let tag = tags.randomElement(using: &random),
                toggled.insert("\(player.id) \(tag.label)").inserted
            {
                if player.tags.contains(tag) { player.tags.remove(tag) } else { player.tags.append(tag) }
            }
        case 8:
            // Nothing may refer to a deleted player when a save checks it.
            if let player {
                for other in players where other.captain === player { other.captain = nil }
                try context.delete(player)
            }
        case 9: if let team = teams.randomElement(using: &random) { try context.delete(team) }
        default: player?.captain = players.randomElement(using: &random)
        }
    }
}
