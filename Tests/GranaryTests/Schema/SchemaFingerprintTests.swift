import Granary
import Testing

@Suite struct SchemaFingerprintTests {
    typealias Change = @Sendable (inout ModelDescription) -> Void

    static func base() -> ModelDescription {
        ModelDescription(
            name: "A",
            attributes: [
                .init("id", .integer), .init("name", .text, isOptional: true),
                .init("age", .integer, isIndexed: true),
            ],
            relationships: [.init("parent", to: "A", isToMany: false)], key: ["id"])
    }

    static func fingerprint(_ change: Change = { _ in }) throws -> String {
        var model = base()
        change(&model)
        return try Schema("Any", descriptions: [(model, nil)]).fingerprint
    }

    /// Fails when the digest of an unchanged schema changes: stores written before would be refused.
    @Test func staysTheSameForEver() throws {
        #expect(try Self.fingerprint() == "9d396fcd6624a12f6719c92b5cb12252")
        #expect(try Schema("Empty", models: []).fingerprint == "a824850d2e6adba06326f5a18fa36f51")
    }

    static let storing: [(String, Change)] = [
        ("table", { $0.table = "B" }),
        ("column", { $0.attributes[1].column = "title" }),
        ("type", { $0.attributes[1].type = .data }),
        ("optional", { $0.attributes[1].isOptional = false }),
        ("unique", { $0.attributes[1].isUnique = true }),
        ("index", { $0.attributes[1].isIndexed = true }),
        ("compound index", { $0.indexes = [["name", "age"]] }),
        ("order of an index", { $0.indexes = [["age", "name"]] }),
        ("compound unique", { $0.uniques = [["name", "age"]] }),
        ("key", { $0.key = ["id", "age"] }),
        ("order of a key", { $0.key = ["age", "id"] }),
        ("attribute", { $0.attributes.append(.init("more", .text)) }),
        ("foreign key column", { $0.relationships[0].column = "up" }),
        ("relationship", { $0.relationships.append(.init("other", to: "A", isToMany: false)) }),
        (
            "pairs",
            {
                $0.relationships.append(.init("others", to: "A", isToMany: true, inverse: "back"))
                $0.relationships.append(.init("back", to: "A", isToMany: true))
            }
        ),
    ]

    @Test func changesWithWhatIsStored() throws {
        let all = try Self.storing.map { try Self.fingerprint($0.1) } + [Self.fingerprint()]
        #expect(Set(all).count == all.count)
        #expect(all.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }

    static let notStoring: [(String, Change)] = [
        (
            "model name",
            {
                $0.name = "B"; $0.table = "A"; $0.relationships[0].destinationName = "B"
            }
        ),
        ("property name", { $0.attributes[1].name = "title" }),
        ("default", { $0.attributes[1].defaultValue = .text("x") }),
        ("old name", { $0.attributes[1].renamedFrom = "x" }),
        ("delete rule", { $0.relationships[0].deleteRule = .cascade }),
        ("inverse", { $0.relationships.append(.init("children", to: "A", isToMany: true)) }),
        ("order", { $0.attributes.swapAt(1, 2) }),
    ]

    @Test(arguments: notStoring.indices) func staysWithWhatIsNotStored(_ index: Int) throws {
        let (what, change) = Self.notStoring[index]
        #expect(try Self.fingerprint(change) == Self.fingerprint(), "\(what)")
    }

    @Test func ofSomeConfigurations() throws {
        let models = ["A", "B", "C"].map { name in
            (
                ModelDescription(name: name, attributes: [.init("id", .integer)], key: ["id"]),
                (any Model.Type)?.none
            )
        }
        let schema = try Schema("Any", descriptions: models, configurations: ["X": ["A"], "Y": ["B", "C"]])
        #expect(schema.fingerprint(of: ["X", "Y"]) == schema.fingerprint)
        #expect(schema.fingerprint(of: ["Y", "X"]) == schema.fingerprint)
        #expect(schema.fingerprint(of: ["X"]) != schema.fingerprint(of: ["Y"]))
        let other = try Schema("Other", descriptions: [models[0]])
        #expect(schema.fingerprint(of: ["X"]) == other.fingerprint)
    }
}
