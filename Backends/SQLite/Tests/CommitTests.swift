import FoundationEssentials
import Granary
import GranaryConformance
import GranarySQLite
import GranaryTestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct CommitTests {
    /// A league of three teams in a store that is open.
    struct Fixture {
        let harness: Harness
        let opened: Opened
        let team: Entity
        let player: Entity
        var session: any StoreSession { opened.session }

        init() throws {
            harness = try Harness()
            opened = try harness.session()
            team = try harness.entity("Team")
            player = try harness.entity("Player")
            try opened.session.insert((1...3).map { Fixture.team($0) }, team)
        }

        static func team(_ id: Int64, name: String? = nil) -> DynamicRow {
            DynamicRow(["id": .integer(id), "name": .text(name ?? "T\(id)")])
        }

        static func player(_ number: UInt64, team: Int64? = nil) -> DynamicRow {
            let row = DynamicRow([
                "id": .uuid(UUID(number: number)), "name": .text("P\(number)"), "score": .integer(1),
                "active": .bool(true),
            ])
            if let team { row.refer("team", to: .integer(team)) }
            return row
        }

        func names() throws -> [Value] { try session.rows(FetchRequest(entity: team)).map { $0[1] } }

        func rename(_ names: [Int64: String], version: Int64? = 1) -> ChangeSet {
            var changes = ChangeSet()
            let rows = names.sorted { $0.key < $1.key }.map { id, name in
                UpdateBatch.Row(
                    key: .integer(id), version: version, source: Fixture.team(id, name: name),
                    properties: PropertySet("name", of: team))
            }
            changes.updates = [UpdateBatch(entity: team, rows: rows)]
            return changes
        }
    }

    @Test func onlyTheNamedPropertiesAreWritten() throws {
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        var changes = ChangeSet()
        let row = DynamicRow(["id": .integer(2), "name": .text("ignored"), "founded": .date(5)])
        changes.updates = [
            UpdateBatch(
                entity: fixture.team,
                rows: [
                    .init(
                        key: .integer(2), version: 1, source: row,
                        properties: PropertySet("founded", of: fixture.team))
                ])
        ]
        let result = try fixture.session.commit(changes)
        #expect(result.version == 2)
        let rows = try fixture.session.rows(FetchRequest(entity: fixture.team))
        #expect(rows[1] == [.integer(2), .text("T2"), .date(5), .null, .integer(2)])
        #expect(rows[0].last == .integer(1))
    }

    @Test func aWrongVersionIsAConflictAndNothingIsWritten() throws {
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        _ = try fixture.session.commit(fixture.rename([1: "New"]))
        var changes = fixture.rename([1: "Lost", 2: "Second", 9: "Gone"])
        changes.deletes = [DeleteBatch(entity: fixture.team, rows: [(.integer(1), 1), (.integer(8), nil)])]
        changes.inserts = [InsertBatch(entity: fixture.team, rows: [Fixture.team(4)])]
        let result = try fixture.session.commit(changes)
        #expect(
            Set(result.conflicts) == [
                .init(entity: "Team", key: .integer(1)), .init(entity: "Team", key: .integer(8)),
                .init(entity: "Team", key: .integer(9)),
            ])
        #expect(try fixture.names() == [.text("New"), .text("T2"), .text("T3")])
    }

    @Test func noVersionOverwritesWhateverIsThere() throws {
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        _ = try fixture.session.commit(fixture.rename([1: "New"]))
        #expect(try fixture.session.commit(fixture.rename([1: "Newer"], version: nil)).conflicts.isEmpty)
        #expect(try fixture.names()[0] == .text("Newer"))
    }

    @Test func requirementsAreCheckedWithoutAWrite() throws {
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        var changes = ChangeSet()
        changes.requirements = [
            DeleteBatch(entity: fixture.team, rows: [(.integer(1), 1), (.integer(2), nil), (.integer(3), 7)])
        ]
        #expect(try fixture.session.commit(changes).conflicts == [.init(entity: "Team", key: .integer(3))])
    }

    @Test func uniqueValuesAreSwappedAndPassedOn() throws {
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        let result = try fixture.session.commit(fixture.rename([1: "T2", 2: "T3", 3: "T1"]))
        #expect(result.conflicts.isEmpty)
        #expect(try fixture.names() == [.text("T2"), .text("T3"), .text("T1")])
        var changes = fixture.rename([1: "T1"], version: 2)
        changes.deletes = [DeleteBatch(entity: fixture.team, rows: [(.integer(3), 2)])]
        changes.inserts = [InsertBatch(entity: fixture.team, rows: [Fixture.team(3, name: "T2")])]
        #expect(try fixture.session.commit(changes).conflicts.isEmpty)
        #expect(try fixture.names() == [.text("T1"), .text("T3"), .text("T2")])
    }

    @Test func aSwapWithAWrongVersionIsAConflict() throws {
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        _ = try fixture.session.commit(fixture.rename([2: "X"]))
        let result = try fixture.session.commit(fixture.rename([1: "X", 2: "T1"]))
        #expect(result.conflicts == [.init(entity: "Team", key: .integer(2))])
        #expect(try fixture.names() == [.text("T1"), .text("X"), .text("T3")])
    }

    @Test func aTakenUniqueValueNamesEntityAndProperty() throws {
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        let error = failure { _ = try fixture.session.commit(fixture.rename([1: "T2"])) }
        #expect(error?.code == .constraint && error?.context.constraint == .unique)
        #expect(error?.context.entity == "Team" && error?.context.properties == ["name"])
        #expect(error?.message.contains("T2") == false)
        #expect(try fixture.names() == [.text("T1"), .text("T2"), .text("T3")])
        let other = failure { try fixture.session.insert([Fixture.team(4, name: "T1")], fixture.team) }
        #expect(other?.context.constraint == .unique)
    }

    @Test func aTakenKeyAndAMissingValueAreNamed() throws {
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        let taken = failure { try fixture.session.insert([Fixture.team(1, name: "Other")], fixture.team) }
        #expect(taken?.context.constraint == .primaryKey && taken?.context.properties == ["id"])
        let missing = failure { try fixture.session.insert([DynamicRow(["id": .integer(9)])], fixture.team) }
        #expect(missing?.context.constraint == .notNull && missing?.context.properties == ["name"])
        #expect(missing?.message.contains("Team.name is required") == true)
        #expect(try fixture.names().count == 3)
    }

    @Test func referencesAreCheckedAtTheEnd() throws {
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        let error = failure { try fixture.session.insert([Fixture.player(1, team: 77)], fixture.player) }
        #expect(error?.code == .constraint && error?.context.constraint == .reference)
        #expect(error?.context.entity == "Player" && error?.context.properties == ["team"])
        #expect(error?.message.contains("Player.team refers to an object of Team that does") == true)
        #expect(try fixture.session.count(FetchRequest(entity: fixture.player)) == 0)

        // A cycle, and a row that refers to one inserted after it.
        let (a, b) = (Fixture.player(1), Fixture.player(2))
        a.refer("mentor", to: .uuid(UUID(number: 2)))
        b.refer("mentor", to: .uuid(UUID(number: 1)))
        #expect(try fixture.session.insert([a, b], fixture.player).conflicts.isEmpty)
    }

    @Test func deletingWhatOthersReferToIsRefusedUnlessTheyAreSetToOthers() throws {
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        try fixture.session.insert([Fixture.player(1, team: 1)], fixture.player)
        var changes = ChangeSet()
        changes.deletes = [DeleteBatch(entity: fixture.team, rows: [(.integer(1), 1)])]
        let error = failure { _ = try fixture.session.commit(changes) }
        #expect(error?.context.constraint == .reference && error?.context.properties == ["team"])
        changes.updates = [
            UpdateBatch(
                entity: fixture.player,
                rows: [
                    .init(
                        key: .uuid(UUID(number: 1)), version: nil, source: Fixture.player(1, team: 2),
                        properties: PropertySet("team", of: fixture.player))
                ])
        ]
        #expect(try fixture.session.commit(changes).conflicts.isEmpty)
        #expect(try fixture.session.rows(FetchRequest(entity: fixture.player))[0][11] == .integer(2))
    }

    @Test func pairsAreAddedAndRemovedOnce() throws {
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        let tag = try fixture.harness.entity("Tag")
        try fixture.session.insert([Fixture.player(1), Fixture.player(2)], fixture.player)
        try fixture.session.insert(
            ["x", "y"].map { DynamicRow(["code": .text($0), "label": .text("")]) }, tag)
        let table = try #require(fixture.harness.schema.links.first)
        let isFirst = table.firstEntity.name == "Player"
        let pair = { (player: UInt64, tag: String) -> (ObjectKey, ObjectKey) in
            let (a, b) = (ObjectKey.uuid(UUID(number: player)), ObjectKey.text(tag))
            return isFirst ? (a, b) : (b, a)
        }
        var links = LinkBatch(table: table)
        links.added = [pair(1, "y"), pair(1, "x"), pair(1, "x"), pair(2, "y")]
        links.removed = [pair(2, "x")]
        var changes = ChangeSet()
        changes.links = [links]
        _ = try fixture.session.commit(changes)
        let keys = [ObjectKey.uuid(UUID(number: 1)), .uuid(UUID(number: 2))]
        let found = try fixture.session.links(table, fromFirst: isFirst, of: keys)
        #expect(found.map { $0.1 } == [.text("x"), .text("y"), .text("y")])
        let back = try fixture.session.links(table, fromFirst: !isFirst, of: [.text("y")])
        #expect(back.map { $0.1 } == keys)
        links.added = [pair(1, "nobody")]
        changes.links = [links]
        let error = failure { _ = try fixture.session.commit(changes) }
        #expect(error?.context.constraint == .reference)
    }

    @Test func reservedKeysNeverComeTwice() throws {
        let fixture = try Fixture()
        let first = try fixture.session.reserveKeys(10, of: fixture.team)
        #expect(first == 4)
        #expect(try fixture.session.reserveKeys(1, of: fixture.team) == 14)
        try fixture.session.insert([Fixture.team(100)], fixture.team)
        var changes = ChangeSet()
        changes.deletes = [DeleteBatch(entity: fixture.team, rows: [(.integer(100), nil)])]
        _ = try fixture.session.commit(changes)
        try fixture.opened.close()
        let again = try fixture.harness.session()
        #expect(try again.session.reserveKeys(1, of: fixture.team) == 101)
        try Outsider(fixture.harness.path).run(
            "INSERT INTO Team (id, name, granary_version) VALUES (500, 'out', 0)")
        #expect(try again.session.reserveKeys(1, of: fixture.team) == 501)
        try again.session.insert([Fixture.team(.max)], fixture.team)
        let error = failure { _ = try again.session.reserveKeys(1, of: fixture.team) }
        #expect(error?.code == .overflow)
        let other = failure { _ = try again.session.reserveKeys(1, of: fixture.player) }
        #expect(other?.code == .unsupported)
        try again.close()
    }

    @Test func stagedChangesAreNotVisibleUntilTheyAreFinished() throws {
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        let staging = try #require(fixture.session as? any StagingSession)
        let other = try fixture.opened.store.makeSession()
        #expect(try staging.stage(fixture.rename([1: "Staged"])).conflicts.isEmpty)
        #expect(try other.rows(FetchRequest(entity: fixture.team))[0][1] == .text("T1"))
        staging.abandonStaged()
        #expect(try fixture.names()[0] == .text("T1"))
        _ = try staging.stage(fixture.rename([1: "Staged"]))
        try staging.finishStaged()
        #expect(try fixture.names()[0] == .text("Staged"))
        try other.refresh()
        #expect(try other.rows(FetchRequest(entity: fixture.team))[0][1] == .text("Staged"))
        other.end()
    }

    @Test func aRowThatThrowsLeavesTheStoreAsItWas() throws {
        final class Broken: RowEncodable {
            func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) throws {
                writer.integer(50, at: 0)
                throw GranaryError(.invalidValue, "broken")
            }
        }
        final class Lazy: RowEncodable {
            func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) {
                writer.integer(51, at: 0)
            }
        }
        let fixture = try Fixture()
        defer { try? fixture.opened.close() }
        for row in [Broken(), Lazy()] as [any RowEncodable] {
            var changes = ChangeSet()
            changes.inserts = [InsertBatch(entity: fixture.team, rows: [Fixture.team(9), row])]
            #expect(failure { _ = try fixture.session.commit(changes) } != nil)
            #expect(try fixture.names().count == 3)
        }
        #expect(try fixture.session.insert([Fixture.team(9)], fixture.team).conflicts.isEmpty)
    }

    /// Random change sets leave both stores in the same state.
    @Test(arguments: [21, 22, 23] as [UInt64])
    func randomCommitsLeaveWhatTheReferenceHas(seed: UInt64) throws {
        let twins = try Twins()
        defer { try? twins.close() }
        var generator = SeededGenerator(seed: seed)
        try twins.fill(&generator, players: 12)
        let team = try twins.harness.entity("Team")
        for round in 0..<120 {
            let changes = RandomChanges.teams(
                team, try twins.reference.rows(FetchRequest(entity: team)), &generator)
            var (expected, found): (CommitResult?, CommitResult?)
            let expectedError = failure { expected = try twins.reference.commit(changes) }
            let error = failure { found = try twins.session.commit(changes) }
            #expect(error?.code == expectedError?.code, "seed \(seed) round \(round)")
            #expect(
                found.map { Set($0.conflicts) } == expected.map { Set($0.conflicts) },
                "seed \(seed) round \(round)")
            let rows = try twins.session.rows(FetchRequest(entity: team)).map { $0.dropLast() }
            #expect(
                try rows == twins.reference.rows(FetchRequest(entity: team)).map { $0.dropLast() },
                "seed \(seed) round \(round)")
            if rows != (try twins.reference.rows(FetchRequest(entity: team)).map { $0.dropLast() }) { return }
        }
    }
}

/// Random changes of teams: few names, so that unique values collide and swap.
enum RandomChanges {
    static func teams(_ team: Entity, _ rows: [[Value]], _ generator: inout SeededGenerator) -> ChangeSet {
        var changes = ChangeSet()
        var (updates, deletes, inserts): ([UpdateBatch.Row], [(ObjectKey, Int64?)], [DynamicRow]) = (
            [], [], []
        )
        var used: Set<Int64> = []
        for row in rows {
            guard case .integer(let id) = row[0] else { continue }
            let name = Value.text("Team \(Int.random(in: 1...7, using: &generator))")
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: deletes.append((.integer(id), nil))
            case 1...3:
                updates.append(
                    .init(
                        key: .integer(id), version: nil,
                        source: DynamicRow(["id": .integer(id), "name": name]),
                        properties: PropertySet("name", of: team)))
                used.insert(id)
            default: used.insert(id)
            }
        }
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            let id = Int64.random(in: 1...12, using: &generator)
            guard !used.contains(id) || Int.random(in: 0..<5, using: &generator) == 0 else { continue }
            used.insert(id)
            inserts.append(
                DynamicRow([
                    "id": .integer(id), "name": .text("Team \(Int.random(in: 1...9, using: &generator))"),
                ]))
        }
        changes.updates = [UpdateBatch(entity: team, rows: updates)]
        changes.deletes = [DeleteBatch(entity: team, rows: deletes)]
        changes.inserts = [InsertBatch(entity: team, rows: inserts)]
        return changes
    }
}
