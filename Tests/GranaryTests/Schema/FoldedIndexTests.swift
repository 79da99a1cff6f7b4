import Granary
import Testing

/// What a schema, its fingerprint and its record know of indexes without case.
@Suite struct FoldedIndexTests {
    private func schema(_ attributes: AttributeDescription...) throws -> Schema {
        try Schema(
            "Test",
            descriptions: [
                (
                    ModelDescription(
                        name: "A", attributes: [.init("id", .integer)] + attributes, key: ["id"]), nil
                )
            ])
    }

    private func problem(_ attribute: AttributeDescription) -> String {
        do {
            _ = try schema(attribute)
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func onlyTextsHaveOne() {
        let problem = problem(.init("size", .integer, hasFoldedIndex: true))
        #expect(problem.contains("A.size is of type integer, which has no case"))
        #expect(self.problem(.init("name", .text, isOptional: true, hasFoldedIndex: true)).isEmpty)
    }

    @Test func theNamesOfItsColumnsAreTaken() {
        let problem = problem(.init("Granary_Folded_name", .text))
        #expect(problem.contains("is one that stores keep for themselves"))
    }

    @Test func columnsOfATableHaveNamesThatEveryEngineTakes() {
        #expect(Entity.foldedName(of: "name") == "granary_folded_name")
        let (first, second) = (String(repeating: "n", count: 63), String(repeating: "n", count: 62))
        let names = [first, second].map(Entity.foldedName(of:))
        #expect(names.allSatisfy { $0.utf8.count <= 63 } && names[0] != names[1])
    }

    @Test func placesLieBehindColumnsAndVersion() throws {
        let made = try schema(
            .init("a", .text, hasFoldedIndex: true), .init("b", .text),
            .init("c", .text, isOptional: true, hasFoldedIndex: true))
        let entity = try #require(made.entity("A"))
        #expect(entity.foldedIndexes == [1, 3])
        #expect(entity.columns.map(\.name) == ["id", "a", "b", "c"])
        #expect((0..<4).map(entity.foldedPlace(of:)) == [nil, 5, nil, 6])
        #expect((0..<8).map(entity.column(ofPlace:)) == [0, 1, 2, 3, 4, 1, 3, 7])
        #expect(
            entity.columnsWithFolded.suffix(3).map(\.name) == [
                "granary_version", "granary_folded_a", "granary_folded_c",
            ])
    }

    @Test func itCountsInTheFingerprintAndTheRecord() throws {
        let (without, with) = (
            try schema(.init("a", .text)), try schema(.init("a", .text, hasFoldedIndex: true))
        )
        #expect(without.fingerprint != with.fingerprint)
        let stored = [without, with].map { StoredSchema(entities: $0.entities, links: $0.links) }
        #expect(stored.map(\.tables[0].foldedIndexes) == [nil, ["a"]])
        #expect(try !stored[0].json().contains("foldedIndexes"))
        for (schema, record) in zip([without, with], stored) {
            let read = try StoredSchema(json: record.json())
            #expect(read == record && read.fingerprint == schema.fingerprint)
        }
        let there = MigrationPlan(from: stored[0], to: stored[1], configurations: ["Default"])
        #expect(there.steps.map(\.name) == ["add index without case on A.a"])
        let back = MigrationPlan(from: stored[1], to: stored[0], configurations: ["Default"])
        #expect(back.steps.map(\.name) == ["drop index without case on A.a"])
    }

    @Test func testsOfAnOrderAreThoseOfFoldedTexts() throws {
        let made = try schema(.init("a", .text, hasFoldedIndex: true))
        let entity = try #require(made.entity("A"))
        func test(
            _ comparison: ExpressionTree.TextComparison, _ value: Value, _ options: TextOptions
        ) -> IndexableTest? {
            IndexableTest(
                folded: .text(comparison, .attribute(path: [], name: "a"), .literal(value), options),
                in: entity)
        }
        guard case .points(let columns, let values)? = test(.equal, .text("STRA\u{DF}E"), .caseInsensitive)
        else {
            Issue.record("equality is no test")
            return
        }
        #expect(columns == [3] && values == [[.text("strasse")]])
        guard case .prefix(let column, let text)? = test(.hasPrefix, .text("Ab"), .caseInsensitive) else {
            Issue.record("a prefix is no test")
            return
        }
        #expect(column == 3 && text == "ab")
        #expect(test(.hasPrefix, .text(""), .caseInsensitive) == nil)
        #expect(test(.contains, .text("a"), .caseInsensitive) == nil)
        #expect(test(.equal, .text("a"), [.caseInsensitive, .diacriticInsensitive]) == nil)
        #expect(test(.equal, .text("a"), []) == nil)
    }
}
