import Granary
import GranaryTestSupport
import Testing

@testable import GranaryObjects

/// What a save in the background takes from the objects when it begins.
@Suite struct WrittenObjectsTests {
    /// The property that is changed.
    private static let name: PropertySet = {
        var properties = PropertySet()
        properties.insert(1)
        return properties
    }()

    private let entity: Entity
    private let table: ObjectTable
    private let batch: LoadBatch

    init() throws {
        let schema = try Schema(
            "Handing", models: [Player.self, Team.self, Contract.self, Trophy.self, Tag.self])
        entity = try #require(schema.entity("Team"))
        table = ObjectTable(entity)
        batch = LoadBatch(link: GraphLink(nil), entity: entity)
    }

    private func inserted(_ code: String) -> Team {
        let team = Team(code: code, name: "new")
        _ = table.insert(team, &team._objectState, team.objectKey.keyBits, into: batch)
        return team
    }

    private func stored(_ code: String, in batch: LoadBatch? = nil) -> Team {
        let team = Team(code: code, name: "old")
        table.load(team, &team._objectState, team.objectKey.keyBits, version: 3, into: batch ?? self.batch)
        return team
    }

    private func changed(_ code: String, in batch: LoadBatch? = nil) -> Team {
        let team = stored(code, in: batch)
        table.setChanges(of: team, to: ChangeRecord(original: team.snapshot, Self.name))
        team._restore(.all, from: Team.Snapshot(code: code, name: "edited"))
        return team
    }

    private func deleted(_ code: String) -> Team {
        let team = stored(code)
        table.markDeleted(team)
        return team
    }

    @Test func theValuesForAnotherThreadKeepNoObjectAlive() {
        weak var object: Team?
        let values: WrittenValues
        do {
            let written = Team._writtenObjects(among: [inserted("A"), changed("B"), deleted("C")])
            object = table.touched.first as? Team
            values = written.values
        }
        #expect(object != nil && !values.isEmpty)
        table.detachAll()
        #expect(object == nil)
        var rows = PendingRows()
        Team._addChanges(of: values, to: &rows)
        #expect(rows.inserts.count == 1 && rows.updates.count == 1 && rows.deletes.count == 1)
    }

    @Test func theRowsAreThoseOfTheMomentOfHandingOver() throws {
        let teams = [inserted("B"), inserted("A"), changed("C"), deleted("D")]
        var expected = PendingRows()
        for team in teams { team._addChanges(to: &expected) }
        let expectedValues = try (expected.inserts + expected.updates.map(\.source)).map {
            try $0.columnValues(of: entity)
        }
        let written = Team._writtenObjects(among: ContiguousArray(teams))
        for team in teams { team._restore(.all, from: Team.Snapshot(code: team.code, name: "later")) }
        table.setChanges(of: teams[2], to: nil)

        var rows = PendingRows()
        Team._addChanges(of: written.values, to: &rows)
        let values = try (rows.inserts + rows.updates.map(\.source)).map {
            try $0.columnValues(of: entity)
        }
        #expect(values == expectedValues)
        #expect(rows.updates.map(\.key) == expected.updates.map(\.key))
        #expect(rows.updates.map(\.version) == [3] && rows.updates.map(\.properties) == [Self.name])
        #expect(rows.deletes.map(\.key) == expected.deletes.map(\.key))
        #expect(written.values.inserts.map(\.key) == [.text("B"), .text("A")])
    }

    @Test func aStateIsRememberedWhole() throws {
        let other = LoadBatch(link: batch.link, entity: entity)
        let teams = [inserted("A"), changed("B"), changed("C", in: other), deleted("D"), changed("E")]
        ObjectTable.markListed(&teams[1]._objectState)
        table.watch(teams[2])
        let states = teams.map(\._objectState)
        let written = Team._writtenObjects(among: ContiguousArray(teams + [stored("F")]))
        table.detachAll()
        #expect(written.count == teams.count && written.memories.count == teams.count)
        for (memory, (team, state)) in zip(written.memories, zip(teams, states)) {
            #expect(memory.object === team && memory.state.batch === state.batch)
            #expect(memory.state.phase == state.phase && memory.state.version == state.version)
            #expect(memory.state.changes === state.changes && memory.state.slot == state.slot)
            #expect(memory.state.isTouched == state.isTouched && memory.state.isListed == state.isListed)
            #expect(memory.state.isWatched == state.isWatched)
        }
    }
}
