import FoundationEssentials
import Granary
import GranaryConformance

/// A random unit of work as values, so that it can be done in several contexts.
struct ChildProgram: CustomStringConvertible {
    /// What is done to objects, which are named by numbers from 0 on; nothing is done where one is missing.
    enum Change {
        case insertTeam(Int)
        case insertPlayer(Int, team: Int?, email: Int)
        case insertContract(Int, team: Int?)
        case insertTrophy(Int, team: Int?)
        case insertTag(Int)
        case rename(Int, String)
        case score(Int, Int)
        case swapEmails(Int, Int)
        case join(Int, team: Int?)
        case joinNew(Int, team: Int)
        case take(team: Int, player: Int)
        case leave(team: Int, player: Int)
        case follow(Int, captain: Int?)
        case sign(Int, team: Int?)
        case hold(Int, team: Int?)
        case mark(Int, tag: Int)
        case markNew(Int, tag: Int)
        case unmark(tag: Int, player: Int)
        case deleteTeam(Int)
        case deletePlayer(Int)
        case deleteContract(Int)
        case deleteTrophy(Int)
        case deleteTag(Int)
    }

    /// What a program does next.
    enum Step {
        case change(Change)
        case look
        case save
        case saveAll
        case rollBack
        case refresh
        /// Everything is saved to the parent, which then changes.
        case changeParent(Change)
        /// The same with the context between the innermost child and the one that saves to the stores.
        case changeMiddle(Change)
    }

    private(set) var steps: [Step] = []

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 { steps.append(Self.step(&random)) }
        steps.append(.saveAll)
    }

    /// Programs with one step less.
    var smaller: [ChildProgram] {
        steps.indices.map { index in
            var program = self
            program.steps.remove(at: index)
            return program
        }
    }

    var description: String { steps.map { "\($0)" }.joined(separator: "\n") }

    private static func step(_ random: inout SeededGenerator) -> Step {
        switch Int.random(in: 0..<30, using: &random) {
        case 0, 1: .save
        case 2: .saveAll
        case 3: .rollBack
        case 4: .refresh
        case 5, 6: .look
        case 7: .changeParent(change(&random, deletesTeams: false))
        case 8: .changeMiddle(change(&random, deletesTeams: false))
        default: .change(change(&random, deletesTeams: true))
        }
    }

    private static func change(_ random: inout SeededGenerator, deletesTeams: Bool) -> Change {
        func number() -> Int { Int.random(in: 0..<4, using: &random) }
        func maybe() -> Int? { Int.random(in: 0..<4, using: &random) == 0 ? nil : number() }
        switch Int.random(in: deletesTeams ? 0..<25 : 2..<25, using: &random) {
        case 0, 1: return .deleteTeam(number())
        case 2: return .deletePlayer(number())
        case 3: return .deleteContract(number())
        case 4: return .deleteTrophy(number())
        case 5: return .deleteTag(number())
        case 6: return .insertTeam(number())
        case 7:
            let email = Int.random(in: 10..<1_000_000_000, using: &random)
            return .insertPlayer(number(), team: maybe(), email: email)
        case 8: return .insertContract(number(), team: maybe())
        case 9: return .insertTrophy(number(), team: maybe())
        case 10: return .insertTag(number())
        case 11: return .rename(number(), "name \(Int.random(in: 0..<100, using: &random))")
        case 12: return .score(number(), Int.random(in: 0..<100, using: &random))
        case 13: return .swapEmails(number(), number())
        case 14, 15: return .join(number(), team: maybe())
        case 16: return .joinNew(number(), team: number())
        case 17: return .take(team: number(), player: number())
        case 18: return .leave(team: number(), player: number())
        case 19: return .follow(number(), captain: maybe())
        case 20: return .sign(number(), team: maybe())
        case 21: return .hold(number(), team: maybe())
        case 22: return .mark(number(), tag: number())
        case 23: return .markNew(number(), tag: number())
        default: return .unmark(tag: number(), player: number())
        }
    }
}

extension ChildProgram.Change {
    /// Does it, where all of its objects are there.
    func callAsFunction(in context: Context) throws {
        let league = League(context)
        switch self {
        case .insertTeam(let team):
            if try league.team(team) == nil { try context.insert(League.newTeam(team)) }
        case .insertPlayer(let player, let team, let email):
            guard try league.player(player) == nil else { return }
            try context.insert(
                Player(id: player + 1, name: "new", email: "\(email)", score: 0, team: try league.team(team)))
        case .insertContract(let contract, let team):
            guard try league.contract(contract) == nil else { return }
            try context.insert(
                Contract(id: League.identifier(contract), salary: contract, team: try league.team(team)))
        case .insertTrophy(let trophy, let team):
            guard try league.trophy(trophy) == nil else { return }
            try context.insert(Trophy(title: "cup \(trophy)", holder: try league.team(team)))
        case .insertTag(let tag):
            if try league.tag(tag) == nil { try context.insert(Tag(label: "tag \(tag)")) }
        case .rename(let team, let name): try league.team(team)?.name = name
        case .score(let player, let score): try league.player(player)?.score = score
        case .swapEmails(let first, let second):
            guard let first = try league.player(first), let second = try league.player(second) else { return }
            (first.email, second.email) = (second.email, first.email)
        case .follow(let player, let captain):
            let captain = try captain.flatMap { try league.player($0) }
            try league.player(player)?.captain = captain
        case .sign(let contract, let team): try league.contract(contract)?.team = try league.team(team)
        case .hold(let trophy, let team): try league.trophy(trophy)?.holder = try league.team(team)
        case .deleteTeam(let team): try league.team(team).map { try context.delete($0) }
        case .deletePlayer(let player):
            guard let player = try league.player(player) else { return }
            // No rule clears what refers to a captain, and stores refuse references to nothing.
            for other in try context.fetch(Player.all) where other.captain === player { other.captain = nil }
            try context.delete(player)
        case .deleteContract(let contract): try league.contract(contract).map { try context.delete($0) }
        case .deleteTrophy(let trophy): try league.trophy(trophy).map { try context.delete($0) }
        case .deleteTag(let tag): try league.tag(tag).map { try context.delete($0) }
        default: try relate(league)
        }
    }

    private func relate(_ league: League) throws {
        switch self {
        case .join(let player, let team): try league.player(player)?.team = try league.team(team)
        case .joinNew(let player, let team):
            guard try league.team(team) == nil else { return }
            try league.player(player)?.team = League.newTeam(team)
        case .take(let team, let player):
            guard let player = try league.player(player) else { return }
            try league.team(team)?.players.append(player)
        case .leave(let team, let player):
            guard let player = try league.player(player) else { return }
            try league.team(team)?.players.remove(player)
        case .mark(let player, let tag):
            guard let tag = try league.tag(tag) else { return }
            try league.player(player)?.tags.append(tag)
        case .markNew(let player, let tag):
            guard try league.tag(tag) == nil else { return }
            try league.player(player)?.tags.append(Tag(label: "tag \(tag)"))
        case .unmark(let tag, let player):
            guard let player = try league.player(player) else { return }
            try league.tag(tag)?.players.remove(player)
        default: return
        }
    }
}

/// The objects of a context by number, and all that it shows.
struct League {
    private let context: Context

    init(_ context: Context) { self.context = context }

    static func newTeam(_ number: Int) -> Team { Team(code: "team \(number)", name: "new") }

    static func identifier(_ number: Int) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number + 1)))
    }

    func team(_ number: Int?) throws -> Team? {
        try number.flatMap { try context.object(Team.self, "team \($0)") }
    }
    func player(_ number: Int) throws -> Player? { try context.object(Player.self, number + 1) }
    func contract(_ number: Int) throws -> Contract? {
        try context.object(Contract.self, Self.identifier(number))
    }
    func trophy(_ number: Int) throws -> Trophy? { try context.object(Trophy.self, "cup \(number)") }
    func tag(_ number: Int) throws -> Tag? { try context.object(Tag.self, "tag \(number)") }

    /// Everything a program can see, a line an object and an answer, in an order of their own.
    func lines() throws -> [String] {
        var lines: [String] = []
        for team in try context.fetch(Team.all) {
            let contracts = team.contracts.map(\.salary).sorted()
            let trophies = team.trophies.map(\.title).sorted()
            lines.append(
                "\(team.code): \(team.name) \(team.players.map(\.id).sorted()) \(contracts) \(trophies)")
        }
        for player in try context.fetch(Player.all) {
            let tags = player.tags.map(\.label).sorted()
            lines.append(
                "player \(player.id): \(player.name) \(player.email ?? "-") \(player.score) in \(player.team?.code ?? "-") under \(player.captain?.id ?? -1) \(tags)"
            )
        }
        for contract in try context.fetch(Contract.all) {
            lines.append("contract \(contract.salary) of \(contract.team?.code ?? "-")")
        }
        for trophy in try context.fetch(Trophy.all) {
            lines.append("\(trophy.title) of \(trophy.holder?.code ?? "-")")
        }
        for tag in try context.fetch(Tag.all) {
            lines.append("\(tag.label): \(tag.players.map(\.id).sorted())")
        }
        let named = try context.fetch(Player.where { $0.team.name == "new" }).map(\.id).sorted()
        lines.append("players of new teams: \(named)")
        lines.append(
            "teams of rivals: \(try context.count(Player.where { $0.score > 50 && $0.team != nil }))")
        return lines.sorted()
    }
}
