import FoundationEssentials
import Granary
import GranaryMemory
import GranaryTestSupport
import Testing

/// What a commit promises: all or nothing, versions, and constraints on the final state.
@Suite struct CommitTests {
    let desk: Desk

    init() throws {
        desk = try Desk()
        try desk.commit {
            try $0.insert("Team", ["id": .integer(1), "name": .text("Reds")])
            try $0.insert("Team", ["id": .integer(2), "name": .text("Blues")])
            try $0.insert(
                "Player",
                [
                    "id": .integer(1), "name": .text("Anna"), "email": .text("a"), "team": .integer(1),
                    "number": .integer(1),
                ])
            try $0.insert(
                "Player",
                [
                    "id": .integer(2), "name": .text("Bert"), "email": .text("b"), "team": .integer(1),
                    "number": .integer(2),
                ])
        }
    }

    private func expectConstraint(
        _ constraint: GranaryError.Constraint, _ entity: String, _ properties: [String],
        sourceLocation: SourceLocation = #_sourceLocation, _ build: (inout Desk.Changes) throws -> Void
    ) throws {
        let before = try desk.rows(desk.request("Player"))
        do {
            try desk.commit(build)
            Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        } catch let error as GranaryError {
            #expect(error.code == .constraint, sourceLocation: sourceLocation)
            #expect(error.context.constraint == constraint, sourceLocation: sourceLocation)
            #expect(error.context.entity == entity, sourceLocation: sourceLocation)
            #expect(error.context.properties == properties, sourceLocation: sourceLocation)
            #expect(
                error.context.storeType == "memory" && error.context.store == "Games",
                sourceLocation: sourceLocation)
        }
        #expect(try desk.rows(desk.request("Player")) == before, sourceLocation: sourceLocation)
    }

    @Test func versionsGrowAndNeverRestart() throws {
        let first = try desk.commit { try $0.update("Player", .integer(1), ["score": .integer(5)]) }
        #expect(first.version == 2)
        #expect(try desk.row("Player", .integer(1))?.last == .integer(2))
        #expect(try desk.row("Player", .integer(2))?.last == .integer(1))
        try desk.commit { try $0.delete("Player", .integer(1)) }
        let again = try desk.commit { try $0.insert("Player", ["id": .integer(1), "name": .text("Anna")]) }
        #expect(again.version == 4)
    }

    @Test func onlyTheNamedPropertiesAreWritten() throws {
        try desk.commit { try $0.update("Player", .integer(1), ["score": .integer(5)]) }
        let row = try desk.row("Player", .integer(1))
        #expect(row?[1] == .text("Anna") && row?[2] == .text("a") && row?[4] == .integer(5))
    }

    @Test func theFirstCommitterWins() throws {
        let other = try desk.another()
        #expect(try other.row("Player", .integer(1)) != nil)
        try desk.commit { try $0.update("Player", .integer(1), version: 1, ["score": .integer(5)]) }
        let result = try other.commit {
            try $0.update("Player", .integer(1), version: 1, ["score": .integer(6)])
            try $0.insert("Player", ["id": .integer(9), "name": .text("New")])
            try $0.delete("Player", .integer(77))
        }
        #expect(
            Set(result.conflicts) == [
                .init(entity: "Player", key: .integer(1)), .init(entity: "Player", key: .integer(77)),
            ])
        #expect(try other.row("Player", .integer(1))?[4] == .integer(5))
        #expect(try other.row("Player", .integer(9)) == nil)
        let unconditional = try other.commit { try $0.update("Player", .integer(1), ["score": .integer(6)]) }
        #expect(unconditional.conflicts.isEmpty)
    }

    @Test func requirementsAreChecked() throws {
        let held = try desk.commit {
            try $0.require("Team", .integer(1), version: 1)
            try $0.update("Player", .integer(1), ["score": .integer(1)])
        }
        #expect(held.conflicts.isEmpty)
        let broken = try desk.commit {
            try $0.require("Team", .integer(1), version: 7)
            try $0.update("Player", .integer(1), ["score": .integer(2)])
        }
        #expect(broken.conflicts == [.init(entity: "Team", key: .integer(1))])
        #expect(try desk.row("Player", .integer(1))?[4] == .integer(1))
    }

    @Test func uniqueValuesCanBeSwapped() throws {
        try desk.commit {
            try $0.update("Player", .integer(1), ["email": .text("b"), "number": .integer(2)])
            try $0.update("Player", .integer(2), ["email": .text("a"), "number": .integer(1)])
        }
        #expect(try desk.row("Player", .integer(1))?[2] == .text("b"))
        #expect(
            try desk.firsts("Player", where: .compare(.equal, .own("email"), .literal(.text("a")))) == [
                .integer(2)
            ])
    }

    @Test func aKeyCanBeDeletedAndInsertedAgain() throws {
        try desk.commit {
            try $0.delete("Team", .integer(1))
            try $0.insert("Team", ["id": .integer(1), "name": .text("New Reds")])
        }
        #expect(try desk.row("Team", .integer(1))?[1] == .text("New Reds"))
    }

    @Test func rowsMayReferToEachOtherInCircles() throws {
        try desk.commit {
            try $0.insert("Player", ["id": .integer(10), "name": .text("x"), "mentor": .integer(11)])
            try $0.insert("Player", ["id": .integer(11), "name": .text("y"), "mentor": .integer(10)])
        }
        try desk.commit {
            try $0.delete("Player", .integer(10))
            try $0.delete("Player", .integer(11))
        }
        #expect(try desk.firsts("Player") == [.integer(1), .integer(2)])
    }

    @Test func primaryKeysAreUnique() throws {
        try expectConstraint(.primaryKey, "Player", ["id"]) {
            try $0.insert("Player", ["id": .integer(1), "name": .text("x")])
        }
        try expectConstraint(.primaryKey, "Player", ["id"]) {
            try $0.insert("Player", ["id": .integer(5), "name": .text("x")])
            try $0.insert("Player", ["id": .integer(5), "name": .text("y")])
        }
    }

    @Test func uniqueConstraintsAreCheckedInTheEnd() throws {
        try expectConstraint(.unique, "Player", ["email"]) {
            try $0.insert("Player", ["id": .integer(5), "name": .text("x"), "email": .text("a")])
        }
        try expectConstraint(.unique, "Player", ["email"]) {
            try $0.update("Player", .integer(1), ["email": .text("b")])
        }
        try expectConstraint(.unique, "Player", ["team", "number"]) {
            try $0.insert(
                "Player", ["id": .integer(5), "name": .text("x"), "team": .integer(1), "number": .integer(2)])
        }
        // Nil never collides, and texts are distinguished by their bytes.
        try desk.commit {
            try $0.insert("Player", ["id": .integer(5), "name": .text("x"), "team": .integer(1)])
            try $0.insert("Player", ["id": .integer(6), "name": .text("x"), "team": .integer(1)])
            try $0.insert("Player", ["id": .integer(7), "name": .text("x"), "email": .text("\u{e9}")])
            try $0.insert("Player", ["id": .integer(8), "name": .text("x"), "email": .text("e\u{301}")])
        }
    }

    @Test func referencesAreCheckedInTheEnd() throws {
        try expectConstraint(.reference, "Player", ["team"]) {
            try $0.insert("Player", ["id": .integer(5), "name": .text("x"), "team": .integer(9)])
        }
        try expectConstraint(.reference, "Player", ["team"]) {
            try $0.update("Player", .integer(1), ["team": .integer(9)])
        }
        try expectConstraint(.reference, "Player", ["team"]) { try $0.delete("Team", .integer(1)) }
        try desk.commit {
            try $0.delete("Team", .integer(1))
            try $0.update("Player", .integer(1), ["team": .null])
            try $0.update("Player", .integer(2), ["team": .integer(2)])
        }
        try desk.commit { try $0.insert("Match", ["day": .date(0), "place": .text("here")]) }
        try expectConstraint(.reference, "Match", ["rematch"]) {
            try $0.insert(
                "Match",
                ["day": .date(1), "place": .text("x"), "rematch.0": .date(0), "rematch.1": .text("there")])
        }
        try desk.commit {
            try $0.insert(
                "Match",
                ["day": .date(1), "place": .text("x"), "rematch.0": .date(0), "rematch.1": .text("here")])
        }
        try expectConstraint(.reference, "Match", ["rematch"]) {
            try $0.delete("Match", .compound([.date(0), .text("here")]))
        }
    }

    @Test func missingAndImpossibleValues() throws {
        try expectConstraint(.notNull, "Player", ["name"]) { try $0.insert("Player", ["id": .integer(5)]) }
        try expectConstraint(.notNull, "Player", ["name"]) {
            try $0.update("Player", .integer(1), ["name": .null])
        }
        let impossible: [(String, Value)] = [
            ("rating", .real(.nan)), ("email", .text("a\0")), ("price", .decimal(.nan)),
            ("born", .date(.max)),
            ("score", .text("1")),
        ]
        for (name, value) in impossible {
            expectError(.invalidValue) {
                try desk.commit {
                    try $0.insert("Player", ["id": .integer(5), "name": .text("x"), name: value])
                }
            }
        }
        #expect(try desk.firsts("Player") == [.integer(1), .integer(2)])
    }

    @Test func primaryKeysDoNotChange() throws {
        expectError(.invalidObject) {
            try desk.commit { try $0.update("Player", .integer(1), ["id": .integer(3)]) }
        }
        try desk.commit { try $0.update("Player", .integer(1), ["id": .integer(1), "score": .integer(3)]) }
        #expect(try desk.row("Player", .integer(1))?[4] == .integer(3))
    }

    @Test func pairsAreASetSeenFromBothSides() throws {
        try desk.commit {
            for label in ["x", "y"] { try $0.insert("Tag", ["label": .text(label)]) }
            try $0.link(1, "x")
            try $0.link(1, "y")
            try $0.link(1, "x")
            try $0.link(2, "y")
            try $0.link(2, "x", isAdded: false)
        }
        let link = try desk.link()
        let isFirst = link.firstEntity.name == "Player"
        func pairs(fromPlayer: Bool, _ keys: [ObjectKey]) throws -> [[ObjectKey]] {
            try desk.session.links(link, fromFirst: fromPlayer == isFirst, of: keys).map { [$0.0, $0.1] }
        }
        #expect(
            try pairs(fromPlayer: true, [.integer(2), .integer(1), .integer(7), .integer(1)])
                == [[.integer(1), .text("x")], [.integer(1), .text("y")], [.integer(2), .text("y")]])
        #expect(
            try pairs(fromPlayer: false, [.text("y")]) == [
                [.text("y"), .integer(1)], [.text("y"), .integer(2)],
            ])
        #expect(try pairs(fromPlayer: false, [.integer(1)]).isEmpty)
        try desk.commit { try $0.link(1, "y", isAdded: false) }
        #expect(try pairs(fromPlayer: true, [.integer(1)]) == [[.integer(1), .text("x")]])
        try expectConstraint(.reference, link.firstEntity.name, []) { try $0.delete("Tag", .text("x")) }
        try expectConstraint(.reference, link.firstEntity.name, []) { try $0.link(1, "z") }
        try desk.commit {
            try $0.link(2, "x")
            try $0.delete("Tag", .text("x"))
            for player in [1, 2] as [Int64] { try $0.link(player, "x", isAdded: false) }
        }
        #expect(try pairs(fromPlayer: true, [.integer(1)]).isEmpty)
    }

    @Test func anEmptyChangeSetIsNoSave() throws {
        let result = try desk.commit { _ in }
        #expect(result.version == 1 && result.conflicts.isEmpty)
    }
}
