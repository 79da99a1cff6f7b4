import Granary
import Testing

/// Schemas of models with Swift types.
@Suite struct ModelSchemaTests {
    @Test func modelsResolveWithTheirTypes() throws {
        let schema = try Schema(
            "League",
            configurations: [
                "Clubs": [Team.self, Contract.self, Trophy.self], "People": [Tag.self, Player.self],
            ])
        #expect(schema.entities.map(\.name) == ["Contract", "Team", "Trophy", "Player", "Tag"])
        #expect(schema.entity("Team")?.type == Team.self)
        let player = try #require(schema.entity("Player"))
        #expect(player.columns.map(\.name) == ["id", "name", "email", "score", "team_code", "captain_id"])
        #expect(player.columns.map(\.isOptional) == [false, false, true, false, true, true])
        #expect(player.uniques == [[2]] && player.indexes == [[3], [4], [5]])
        #expect(player.relationship("team")?.inverse?.name == "players")
        #expect(player.relationship("team")?.crossesConfigurations == true)
        #expect(player.relationship("captain")?.inverse == nil)
        #expect(schema.links.map(\.name) == ["Player_tags"])
        #expect(schema.entity("Tag")?.relationship("players")?.inverse?.name == "tags")
    }

    @Test func modelsWithoutConfigurationAreInTheDefaultOne() throws {
        let schema = try Schema(
            "Tags", models: [Tag.self, Player.self, Team.self, Contract.self, Trophy.self])
        #expect(schema.configurations == ["Default"])
        #expect(schema.entities(in: "Default").count == 5)
    }

    @Test func problemsNameTheModels() {
        let error = #expect(throws: GranaryError.self) {
            try Schema("Bad", configurations: ["A": [Tag.self, Trophy.self], "B": [Tag.self]])
        }
        #expect(
            error?.message == """
                The schema “Bad” is not valid. There are 3 problems:
                - Tag is in two configurations, “A” and “B”; keep it in one.
                - Tag.players leads to Player, which is not in the schema; add the model to one of the configurations.
                - Trophy.holder leads to Team, which is not in the schema; add the model to one of the configurations.
                """)
    }
}
