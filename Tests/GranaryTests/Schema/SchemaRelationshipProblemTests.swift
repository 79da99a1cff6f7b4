import Granary
import Testing

extension SchemaProblemTests {
    @Test func inverses() {
        #expect(
            problems([
                Self.model("A", [], [Self.toMany("bs", "B", inverse: "aa")]),
                Self.model("B", [], [Self.toOne("a", "A")]),
            ]) == ["A.bs names the inverse B.aa, which is not a relationship of B. Did you mean “a”?"])
        #expect(
            problems([
                Self.model("A", [], [Self.toMany("bs", "B", inverse: "c")]),
                Self.model("B", [], [Self.toOne("c", "C")]), Self.model("C"),
            ]) == ["A.bs names the inverse B.c, but that leads to C, not to A; name one that leads back."])
        #expect(
            problems([
                Self.model("A", [], [Self.toMany("bs", "B", inverse: "a"), Self.toMany("cs", "B")]),
                Self.model("B", [], [Self.toOne("a", "A", inverse: "cs")]),
            ]) == [
                """
                A.bs names the inverse B.a, but that names “cs” as its own inverse; make both name each \
                other, or let one side name it.
                """
            ])
        #expect(
            problems([
                Self.model(
                    "A", [],
                    [
                        Self.toMany("bs", "B", inverse: "a"), Self.toMany("cs", "B", inverse: "a"),
                    ]),
                Self.model("B", [], [Self.toOne("a", "A")]),
            ]) == [
                """
                A.cs names the inverse B.a, but that is the inverse of A.bs already; a relationship has \
                one inverse.
                """
            ])
        #expect(
            problems([Self.model("A", [], [Self.toMany("friends", "A", inverse: "friends")])]) == [
                """
                A.friends is its own inverse, which is not supported; declare two relationships, each the \
                inverse of the other.
                """
            ])
        #expect(
            problems([
                Self.model(
                    "A", [],
                    [Self.toMany("children", "A"), Self.toOne("mother", "A"), Self.toOne("father", "A")])
            ]) == [
                """
                The inverse of A.children is ambiguous; name it with `@Relationship(inverse:)`. It may be: \
                A.mother, A.father.
                """
            ])
    }

    @Test func bothSidesMayNameEachOther() throws {
        let schema = try Schema(
            "Test",
            descriptions: [
                (Self.model("A", [], [Self.toOne("b", "B", inverse: "a")]), nil),
                (Self.model("B", [], [Self.toOne("a", "A", inverse: "b")]), nil),
            ])
        #expect(schema.entity("A")?.relationship("b")?.inverse?.name == "a")
        #expect(schema.entity("B")?.relationship("a")?.inverse?.name == "b")
        #expect(schema.entities.map { $0.columns.map(\.name) } == [["id", "b_id"], ["id", "a_id"]])
    }

    @Test(arguments: [DeleteRule?.none, .nullify]) func nullifyOfWhatMayNotBeEmpty(_ rule: DeleteRule?) {
        let models = [
            Self.model("A", [], [Self.toMany("bs", "B", inverse: "a", rule)]),
            Self.model("B", [], [Self.toOne("a", "A", isOptional: false)]),
        ]
        #expect(
            problems(models) == [
                """
                Deleting A would empty B.a, which may not be empty; give A.bs `onDelete: .cascade` or \
                `.deny`.
                """
            ])
    }

    @Test func contradictoryDeleteRules() {
        #expect(
            problems([
                Self.model("A", [], [Self.toMany("bs", "B", inverse: "as", .cascade)]),
                Self.model("B", [], [Self.toMany("as", "A", .cascade)]),
            ]) == [
                """
                A.bs and B.as both cascade: deleting one object would delete everything connected with it, \
                both ways; give one side `onDelete: .nullify`.
                """
            ])
        let oneToMany = [
            Self.model("A", [], [Self.toMany("bs", "B", inverse: "a", .noAction)]),
            Self.model("B", [], [Self.toOne("a", "A", .noAction)]),
        ]
        #expect(
            problems(oneToMany) == [
                """
                A.bs has `onDelete: .noAction`, but B.a would refer to a deleted object, which stores \
                refuse; use .nullify, .cascade or .deny.
                """
            ])
        #expect(problems(oneToMany, ["X": ["A"], "Y": ["B"]]) == [])
        #expect(
            problems([Self.model("A", [], [Self.toMany("others", "A", .noAction)])]) == [
                """
                A.others has `onDelete: .noAction`, but its pairs would refer to a deleted object, which \
                stores refuse; use .nullify, .cascade or .deny.
                """
            ])
    }

    @Test func deletingRemovedMembers() throws {
        let owned = Self.toOne("a", "A", isOptional: false)
        func models(_ side: RelationshipDescription, _ back: RelationshipDescription) -> [ModelDescription] {
            [Self.model("A", [], [side.deletingRemoved()]), Self.model("B", [], [back])]
        }
        for rule in [DeleteRule.cascade, .deny] {
            #expect(problems(models(Self.toMany("bs", "B", inverse: "a", rule), owned)) == [])
        }
        #expect(
            problems(models(Self.toMany("bs", "B", inverse: "a"), Self.toOne("a", "A"))) == [
                """
                A.bs deletes objects that are removed, but would keep those of a deleted A; give it \
                `onDelete: .cascade` or `.deny`.
                """
            ])
        let shared = """
            A.bs has `.deletingRemoved`, but its objects may belong to others too; use it for a relationship to \
            many whose inverse is to one.
            """
        #expect(
            problems(models(Self.toMany("bs", "B", inverse: "as", .cascade), Self.toMany("as", "A"))) == [
                shared
            ])
        let schema = try Schema(
            "Test",
            descriptions: models(Self.toMany("bs", "B", inverse: "a", .cascade), owned).map { ($0, nil) })
        #expect(schema.entity("A")?.relationship("bs")?.deletesRemoved == true)
        #expect(schema.entity("B")?.relationship("a")?.deletesRemoved == false)
    }

    @Test func namedTablesOfPairs() throws {
        let (bs, back) = (Self.toMany("bs", "B", inverse: "as"), Self.toMany("as", "A"))
        func models(_ side: RelationshipDescription, _ back: RelationshipDescription) -> [ModelDescription] {
            [Self.model("A", [], [side]), Self.model("B", [], [back])]
        }
        for models in [models(bs.inTable("ab"), back), models(bs, back.inTable("ab"))] {
            let schema = try Schema("Test", descriptions: models.map { ($0, nil) })
            #expect(schema.links.map(\.name) == ["ab"] && schema.links[0].firstEntity.name == "A")
        }
        #expect(
            problems(models(bs.inTable("ab"), back.inTable("ba"))) == [
                "A.bs and B.as name different tables for the same pairs; let one side name it."
            ])
        let none = """
            names a table for its pairs, but has none: only a relationship of many to many has. Leave the name \
            out; a relationship to one has a `column:`.
            """
        #expect(
            problems(models(Self.toMany("bs", "B").inTable("ab"), Self.toOne("a", "A"))) == ["A.bs \(none)"])
        #expect(
            problems(models(Self.toMany("bs", "B"), Self.toOne("a", "A").inTable("ab"))) == ["B.a \(none)"])
        #expect(
            problems(models(bs.inTable("sqlite_ab"), back)) == [
                "The table “sqlite_ab” of A.bs begins with “sqlite_”, which stores keep for themselves; choose another."
            ])
        #expect(problems(models(bs.inTable("a"), back)).count == 1)
    }

    @Test(arguments: [true, false]) func manyToManyAcrossConfigurations(isTwoSided: Bool) {
        let back = isTwoSided ? [Self.toMany("as", "A")] : []
        let models = [Self.model("A", [], [Self.toMany("bs", "B")]), Self.model("B", [], back)]
        #expect(
            problems(models, ["X": ["A"], "Y": ["B"]]) == [
                """
                A.bs connects many to many across the configurations “X” and “Y”; declare a model for the \
                connection, with a relationship to one to each side.
                """
            ])
    }
}
