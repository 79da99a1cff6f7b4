import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// What a context looks at and asks for grows with what is done, not with all that is unsaved or loaded.
///
/// Counts are compared at a size and at four times the size; no time is measured.
@Suite(.timeLimit(.minutes(2)), .serialized) struct CostGrowthTests {
    private static let size = 250

    /// Expects that the counts of both sizes are in proportion to the sizes.
    private func expectInProportion(
        _ sourceLocation: SourceLocation = #_sourceLocation, _ work: (Context, Int) throws -> Void
    ) throws {
        func effort(_ size: Int) throws -> Int {
            let context = try makeStack().makeContext()
            try work(context, size)
            let statistics = context.statistics
            return context.graph.lookup.lookedAt + statistics.storeRequests + statistics.rowsFetched
        }
        let (small, large) = (try effort(Self.size), try effort(4 * Self.size))
        #expect(large <= 5 * small + 50, "\(small), then \(large)", sourceLocation: sourceLocation)
    }

    @Test func findingByAnAttributeElseInserting() throws {
        try expectInProportion { context, size in
            for number in 0..<size {
                let found = try context.first(Player.where { $0.score == number / 2 })
                #expect((found == nil) == (number % 2 == 0))
                if found == nil { try context.insert(Player(name: "P", score: number / 2)) }
            }
        }
    }

    @Test func findingAmongChangedObjects() throws {
        try expectInProportion { context, size in
            for number in 0..<size { try context.insert(Player(name: "P", score: number)) }
            try context.save()
            for player in try context.fetch(Player.all) { player.score += size }
            for number in 0..<size {
                #expect(try context.count(Player.where { $0.score == number }) == 0)
                #expect(try context.count(Player.where { $0.score == number + size }) == 1)
            }
        }
    }

    @Test func findingByARangeElseInserting() throws {
        try expectInProportion { context, size in
            for number in 0..<size {
                // In no order, so that what is new belongs between what is there.
                let score = number * 7_919 % 10_007 * 10
                let found = try context.fetch(
                    Player.where { $0.score >= score && $0.score < score + 5 && $0.name == $0.name })
                #expect(found.isEmpty)
                try context.insert(Player(name: "P", score: score))
                let same = try context.fetch(Player.where { $0.score > score - 5 && $0.score <= score })
                #expect(same.map(\.score) == [score])
            }
        }
    }

    @Test func rangesOfUnsavedObjectsAreWhatEachHoldsNow() throws {
        let context = try makeStack().makeContext()
        var players: [Player] = []
        for number in 0..<200 {
            let player = Player(name: "P", score: number * 37 % 200)
            try context.insert(player)
            players.append(player)
            if number % 3 == 0 { players[number / 2].score = 500 - number }
            if number % 50 == 49 { try context.delete(players.remove(at: number / 3)) }
            for limit in stride(from: 0, through: 500, by: 50) {
                let wanted = players.filter { $0.score > limit && $0.score <= limit + 60 }
                let found = try context.fetch(Player.where { $0.score > limit && $0.score <= limit + 60 })
                #expect(Set(found.map { ObjectIdentifier($0) }) == Set(wanted.map { ObjectIdentifier($0) }))
            }
        }
    }

    @Test func findingByARelationship() throws {
        try expectInProportion { context, size in
            for number in 0..<size {
                let team = Team(code: "T\(number)", name: "T")
                try context.insert(team)
                try context.insert(Player(name: "P", score: 0, team: team))
                #expect(try context.count(Player.where { $0.team == team.objectID }) == 1)
            }
        }
    }

    @Test func connectingManyWithFew() throws {
        try expectInProportion { context, size in
            let tags = (0..<20).map { Tag(label: "\($0)") }
            for tag in tags { try context.insert(tag) }
            for number in 0..<size {
                let player = Player(name: "P", score: number)
                try context.insert(player)
                for offset in 0..<3 { player.tags.append(tags[(number + offset) % 20]) }
                #expect(player.tags.count == 3)
            }
        }
    }

    @Test func movingMembersBetweenLongLists() throws {
        try expectInProportion { context, size in
            let teams = [Team(code: "A", name: "A"), Team(code: "B", name: "B")]
            for team in teams { try context.insert(team) }
            for _ in 0..<size { try context.insert(Player(name: "P", score: 0, team: teams[0])) }
            try context.save()
            for (number, player) in try context.fetch(Player.all).enumerated() {
                player.team = teams[1]
                #expect(teams.map(\.players.count) == [size - number - 1, number + 1])
            }
        }
    }

    @Test func stepsToUndo() throws {
        try expectInProportion { context, size in
            context.history.levels = size * 3
            for number in 0..<size {
                try context.insert(Player(name: "P", score: number))
                context.history.endStep()
            }
            for player in context.changes.inserted.compactMap({ $0 as? Player }) {
                player.score += 1
                #expect(context.history.canUndo)
                context.history.endStep()
            }
            for _ in 0..<size { #expect(try context.history.undo()) }
            #expect(try context.fetch(Player.all).map(\.score) == Array(0..<size))
        }
    }

    @Test func askingWhetherThereIsSomethingToUndo() throws {
        try expectInProportion { context, size in
            context.history.levels = 5
            let players = (0..<size).map { Player(name: "P", score: $0) }
            for player in players {
                try context.insert(player)
                #expect(context.history.canUndo && !context.history.canRedo)
            }
            try context.save()
            // Setting it discards the steps.
            context.history.levels = 5
            for player in players {
                player.score += 1
                #expect(context.history.canUndo)
            }
            for player in players {
                #expect(context.history.canUndo)
                player.score -= 1
            }
            #expect(!context.history.canUndo)
            #expect(context.hasRecordedEveryChange)
        }
    }

    @Test func stepsToUndoThatChangeLists() throws {
        try expectInProportion { context, size in
            context.history.levels = size * 3
            let teams = [Team(code: "A", name: "A"), Team(code: "B", name: "B")]
            for team in teams { try context.insert(team) }
            let tag = Tag(label: "T")
            try context.insert(tag)
            for number in 0..<size {
                let player = Player(name: "P", score: number, team: teams[0])
                try context.insert(player)
                context.history.endStep()
                player.team = teams[1]
                player.tags.append(tag)
                context.history.endStep()
            }
            #expect(teams.map(\.players.count) == [0, size])
            for _ in 0..<size * 2 { #expect(try context.history.undo()) }
            #expect(teams.map(\.players.count) == [0, 0])
            #expect(tag.players.count == 0)
        }
    }

    /// What a step changes otherwise than by setters is undone too.
    @Test func stepsOfChangesByTheFrameworkItself() throws {
        let stack = try makeStack()
        let context = try stack.makeContext()
        let (team, other) = (Team(code: "A", name: "A"), Team(code: "B", name: "B"))
        let player = Player(name: "P", score: 1, team: team)
        for object in [team, other] { try context.insert(object) }
        try context.insert(player)
        try context.save()
        context.history.levels = 10
        player.team = other
        context.history.endStep()
        // The player has no change any more, by no setter of its own.
        try context.refresh(player)
        #expect(player.team === team)
        #expect(context.history.canUndo)
        #expect(context.hasRecordedEveryChange)
        try context.history.undo()
        #expect(player.team === other)
        // Deleting and taking back clears and sets references silently.
        try context.delete(other)
        #expect(context.hasRecordedEveryChange)
        #expect(player.team == nil)
        try context.history.undo()
        #expect(context.hasRecordedEveryChange)
        #expect(player.team === other)
        #expect(other.players.map(\.id) == [player.id])
    }

    @Test func objectsThatAreAskedAgainstAnotherStore() async throws {
        let stack = try makeStack(split: true)
        try await stack.perform { context in
            for number in 0..<100 {
                let team = Team(code: "T\(number)", name: "T")
                try context.insert(team)
                if number % 2 == 0 { try context.insert(Player(name: "P", score: 0, team: team)) }
            }
            try context.save()
        }
        let requests = try await stack.perform { context in
            try verify(try context.count(Team.where { $0.players.count > 0 }) == 50)
            try verify(try context.count(Team.where { $0.players.count == 0 }) == 50)
            try verify(try context.count(Team.where { $0.players.count >= 1 && $0.name == "T" }) == 50)
            let sorted = try context.fetch(Team.all.sorted { $0.players.count.descending })
            try verify(sorted.map(\.players.count) == (0..<100).map { $0 < 50 ? 1 : 0 })
            return context.statistics.storeRequests
        }
        #expect(requests <= 15)
    }

    @Test func modelsThatAreNotUsedCostNothing() throws {
        let context = try smallStack().makeContext()
        _ = try context.object(Player.self, 1)
        #expect(Array(context.graph.tables).map(\.entity.name) == ["Player"])
    }

    /// Queries by what objects hold find what looking at every object finds, whatever happens to the objects.
    @Test(arguments: 1...30 as ClosedRange<UInt64>) func queriesFindWhatObjectsHold(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let context = try makeStack().makeContext()
        context.history.levels = seed % 2 == 0 ? 5 : 0
        for number in 0..<300 {
            let players = try context.fetch(Player.all)
            let player = players.randomElement(using: &random)
            let score = Int.random(in: 0..<6, using: &random)
            switch Int.random(in: 0..<40, using: &random) {
            case 0..<16: try context.insert(Player(name: "P\(number)", score: score))
            case 16..<28: player?.score = score
            case 28..<33: if let player { try context.delete(player) }
            case 33: try context.save()
            case 34: context.rollback()
            case 35..<39: if context.history.canUndo { _ = try context.history.undo() }
            default: if let player, player._objectState.phase == .stored { try context.refresh(player) }
            }
            let wanted = Int.random(in: 0..<6, using: &random)
            let found = try context.fetch(Player.where { $0.score == wanted })
            let all = try context.fetch(Player.all).filter { $0.score == wanted }
            #expect(found.map(\.id) == all.map(\.id), "seed \(seed), step \(number)")
        }
    }
}
