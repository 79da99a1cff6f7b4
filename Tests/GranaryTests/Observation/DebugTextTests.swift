import Granary
import GranaryTestSupport
import Testing

/// Debuggers show keys, phases, changes and values; texts that go to logs do not.
@Suite(.timeLimit(.minutes(1))) struct DebugTextTests {
    private func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test func anObjectShowsItsKeyPhaseChangesAndValuesToDebuggersAlone() throws {
        let context = try smallStack().makeContext()
        let player = try #require(try context.object(Player.self, 1))
        #expect(
            player.debugDescription
                == "Player 1 (stored): id 1, name \"P\", email nil, score 1, team nil, captain nil, tags not loaded"
        )
        player.name = "secret"
        #expect(player.debugDescription.hasPrefix("Player 1 (stored, changed: name): id 1, name \"secret\""))
        let text = dumped(player)
        for part in ["key: \"1\"", "phase: \"stored\"", "- \"name\"", "name: \"secret\"", "score: 1"] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        #expect("\(player)" == "GranaryTests.Player" && !String(reflecting: player).contains("secret"))
        #expect(context.statistics.implicitLoads == 0)
        let new = Team(code: "", name: "new")
        #expect(new.debugDescription.hasPrefix("Team without a key (transient): "))
        try context.delete(player)
        #expect(player.debugDescription.hasPrefix("Player 1 (deleted"))
    }

    @Test func aReferenceIsShownAsAKeyAndAListAsItsSize() throws {
        let context = try smallStack().makeContext()
        let team = try #require(try context.object(Team.self, "A"))
        let player = try #require(try context.object(Player.self, 1))
        #expect("\(team.players)" == "Player: not loaded" && dumped(team.players).contains("not loaded"))
        player.team = team
        #expect(team.players.count == 1)
        #expect(player.debugDescription.contains("team \"A\""))
        #expect("\(team.players)" == "Player: 1 object" && "\([team.players])" == "[Player: 1 object]")
        #expect(team.debugDescription.contains("players 1 object"))
        #expect(team.players.debugDescription == "Player: 1 object\n  Player 1 (stored, changed: team)")
        #expect(dumped(team.players).contains("name: \"P\""))
    }

    @Test func aConflictShowsWhatDiffersToDebuggersAlone() {
        let conflict = SaveConflict(
            entity: "Player", key: .integer(7),
            base: ["id": .integer(7), "name": .text("a"), "score": .null],
            mine: ["id": .integer(7), "name": .text("b"), "score": .integer(1)], theirs: nil)
        #expect(
            conflict.debugDescription == """
                Player: changed here, gone in the store, key 7
                  id: base 7, mine 7, theirs none
                  name: base "a", mine "b", theirs none
                  score: base nil, mine 1, theirs none
                """)
        #expect("\(conflict)" == "Player: changed here, gone in the store")
        #expect("\([conflict])" == "[Player: changed here, gone in the store]")
        #expect(dumped(conflict).contains("base \\\"a\\\", mine \\\"b\\\""), "\(dumped(conflict))")
        var error = GranaryError(.conflict, "They differ.")
        error.conflicts = [conflict]
        #expect(!dumped(error).contains("mine") && dumped(error).contains("changed here"))
    }

    @Test func aMigrationPlanShowsItsStepsAndTheOriginsOfColumns() throws {
        func stored(_ model: ModelDescription) throws -> StoredSchema {
            let schema = try Schema("Test", descriptions: [(model, nil)])
            return StoredSchema(entities: schema.entities, links: schema.links)
        }
        let old = try stored(
            ModelDescription(
                name: "Film", table: "movies",
                attributes: [
                    .init("id", .integer), .init("name", .text), .init("gone", .text, isOptional: true),
                ],
                key: ["id"]))
        let new = try stored(
            ModelDescription(
                name: "Movie", table: "films",
                attributes: [
                    .init("id", .integer), .init("title", .text, renamedFrom: "name"),
                    .init("year", .integer, defaultValue: .integer(1900)),
                ], key: ["id"], renamedFrom: "Film"))
        let plan = MigrationPlan(from: old, to: new, configurations: old.configurations)
        #expect(
            plan.debugDescription.hasSuffix(
                "\n  films (was movies): id, title (was name), year (new, 1900), gone (dropped)"),
            "\(plan.debugDescription)")
        #expect(plan.debugDescription.hasPrefix(plan.description))
        let text = dumped(plan)
        for part in [old.fingerprint, new.fingerprint, "drop Movie.gone: loses data", "title (was name)"] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        #expect(!text.contains("StoredTable"), "\(text)")
    }

    @Test func aQueryPlanShowsTheWorkOfEachPart() throws {
        let context = try smallStack().makeContext()
        let plan = try context.explain(Player.where { $0.name == "secret" })
        #expect(plan.description.hasPrefix("store: ") && dumped(plan).contains("pushedDown"))
    }

    @Test func configurationsShowEverySettingAndNoValueOfAnOption() {
        var store = StoreConfiguration(
            name: "Main", type: "disk", location: "/srv", options: StoreOptions(["password": "hunter2"]))
        store.isReadOnly = true
        let shown =
            "Main: type: disk, location: /srv, readOnly: true, mustExist: false, onIncompatible: migrate, keepsLostData: true, followsOthers: false, perAccount: false, options: password"
        #expect(store.debugDescription == shown)
        #expect(dumped(store).contains("readOnly: \"true\"") && dumped(store).contains("kind: \"not set\""))
        var settings = StackSettings()
        settings.restsAfter = .seconds(300)
        settings.sections = ["sync": SectionValues(StoreOptions(["token": "hunter2"]))]
        let configuration = StackConfiguration(stores: [store], settings: settings)
        #expect(
            configuration.debugDescription == """
                stack: workers: 4, generalActions: 2, automaticMerge: true, strictLoading: false, \
                mainContextIsReadOnly: false, restsAfter: 5m
                \(shown)
                """)
        for text in [dumped(configuration), configuration.debugDescription, "\(configuration)"] {
            #expect(!text.contains("hunter2"), "\(text)")
        }
        #expect(dumped(configuration).contains("token"))
    }

    @Test func aQueryShowsItsValuesToDebuggersAlone() {
        let query = Player.where { $0.name == "secret" && ($0.score > 5 || $0.team.name.hasPrefix("x")) }
            .sorted { $0.score.descending }.offset(2).limit(9).prefetching { $0.team }
        #expect(
            "\(query)"
                == "Player where name = … and (score > … or team.name.hasPrefix(…)) sorted by score descending offset 2 limit 9 prefetching team"
        )
        #expect(
            query.debugDescription
                == "Player where name = \"secret\" and (score > 5 or team.name.hasPrefix(\"x\")) sorted by score descending offset 2 limit 9 prefetching team"
        )
        #expect(dumped(query).contains("score > 5"))
        #expect("\(Player.all)" == "Player")
        #expect(!"\([query]) \(Optional(query) as Any)".contains("secret"))
        let pattern = Player.where { $0.name.like(["a", .anyRun]) && $0.id.isIn([1, 2]) }
        #expect("\(pattern)" == "Player where name.like(…) and id in [… × 2]")
        #expect(pattern.debugDescription == "Player where name.like([\"a\", anyRun]) and id in [1, 2]")
    }
}
