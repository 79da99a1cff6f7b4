import Granary
import Testing

/// What is wrong with a schema is said in one error, a line for each problem with its remedy.
@Suite struct SchemaProblemTests {
    typealias Attributes = [AttributeDescription]
    typealias Relationships = [RelationshipDescription]

    static func model(
        _ name: String, _ attributes: Attributes = [], _ relationships: Relationships = [],
        table: String? = nil, configuration: String? = nil, key: [String] = ["id"], uniques: [[String]] = [],
        indexes: [[String]] = []
    ) -> ModelDescription {
        let id = AttributeDescription("id", .integer)
        return ModelDescription(
            name: name, table: table, configuration: configuration, attributes: [id] + attributes,
            relationships: relationships, key: key, uniques: uniques, indexes: indexes)
    }

    static func toOne(
        _ name: String, _ destination: String, isOptional: Bool = true, inverse: String? = nil,
        _ rule: DeleteRule? = nil, column: String? = nil
    ) -> RelationshipDescription {
        .init(
            name, to: destination, isToMany: false, isOptional: isOptional, inverse: inverse,
            deleteRule: rule, column: column)
    }

    static func toMany(
        _ name: String, _ destination: String, inverse: String? = nil, _ rule: DeleteRule? = nil
    ) -> RelationshipDescription {
        .init(name, to: destination, isToMany: true, inverse: inverse, deleteRule: rule)
    }

    func problems(_ models: [ModelDescription], _ configurations: [String: [String]] = [:]) -> [String] {
        do {
            _ = try Schema("Test", descriptions: models.map { ($0, nil) }, configurations: configurations)
            return []
        } catch let error as GranaryError {
            #expect(error.code == .schema)
            let lines = error.message.split(separator: "\n").map(String.init)
            let count = lines.count == 2 ? "There is 1 problem:" : "There are \(lines.count - 1) problems:"
            #expect(lines.first == "The schema “Test” is not valid. \(count)")
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("- ") })
            return lines.dropFirst().map { String($0.dropFirst(2)) }
        } catch {
            return ["\(error)"]
        }
    }

    @Test func everyProblemIsReportedAtOnce() {
        let found = problems([
            Self.model("A", [.init("value", .json, isIndexed: true)], [Self.toOne("b", "Bee")]),
            Self.model("B", key: []),
        ])
        #expect(
            found == [
                """
                A.value is stored as JSON, which cannot be unique or indexed; index an attribute with a \
                type of its own.
                """,
                """
                B has no primary key; mark an attribute with `@Attribute(.primaryKey)` or declare `id: \
                UUID`.
                """,
                """
                A.b leads to Bee, which is not in the schema; add the model to one of the configurations. \
                Did you mean “B”?
                """,
            ])
    }

    @Test func placement() {
        let a = Self.model("A")
        #expect(
            problems([a], ["X": ["A"], "Y": ["A"]])
                == ["A is in two configurations, “X” and “Y”; keep it in one."])
        #expect(
            problems([a], ["X": ["A", "A"]])
                == ["A is listed twice in the configuration “X”; list it once."])
        #expect(
            problems([a, Self.model("B")], ["X": ["A"]])
                == ["B belongs to no configuration; add it to one of them."])
        #expect(
            problems([Self.model("Apple")], ["X": ["Aple"], "Y": ["Apple"]])
                == [
                    """
                    The configuration “X” names Aple, which is not among the models; add it or remove the \
                    name. Did you mean “Apple”?
                    """
                ])
        #expect(
            problems([Self.model("A", configuration: "Y")], ["X": ["A"]])
                == ["A is in the configuration “X”, but its model asks for “Y”; name only one."])
    }

    @Test func names() {
        #expect(
            problems([Self.model("Plane"), Self.model("PLANE")])
                == [
                    "The models PLANE and Plane differ in case only; rename one.",
                    """
                    The table name “PLANE” is used by the model PLANE and the model Plane; give one of \
                    them another table, by `@Model(table:)` or `@Relationship(.table("…"))`.
                    """,
                ])
        #expect(
            problems([Self.model("A")], ["x": ["A"], "X": []])
                == [
                    """
                    The configurations “X” and “x” differ in case only, and would share files and \
                    settings; rename one.
                    """
                ])
        #expect(
            problems([Self.model("A")], ["../up": ["A"]])
                == [
                    """
                    The configuration name “../up” contains a dot or separator, but becomes a file name \
                    and a key; leave it out.
                    """
                ])
        #expect(
            problems([Self.model("A", table: "sqlite_a")])
                == [
                    """
                    The table name “sqlite_a” of A begins with “sqlite_”, which stores keep for \
                    themselves; choose another.
                    """
                ])
        #expect(
            problems([Self.model("A", table: "a\0b")])
                == ["The table name “a\\0b” of A contains a control character; choose another."])
        #expect(
            problems([Self.model("A", table: "")])
                == ["The table name “” of A is empty; choose another."])
        #expect(
            problems([Self.model("A", [.init(String(repeating: "n", count: 64), .text)])]).count == 2)
        #expect(
            problems([Self.model("A", [.init("n", .text), .init("n", .text, column: "m")])])
                == ["A has 2 properties named “n”; rename all but one."])
    }

    @Test func namesOfPairs() {
        let long = String(repeating: "M", count: 60)
        #expect(
            problems([Self.model("A", [], [Self.toMany("others", "A")], table: long)])
                == [
                    """
                    The table of pairs “\(long)_others” is longer than 63 bytes; name it yourself, by \
                    `@Relationship(.table("…"))`.
                    """
                ])
        #expect(problems([Self.model(long, [], [Self.toMany("a", "A")], table: "t"), Self.model("A")]) == [])
        let column = "m\(String(repeating: "M", count: 60))_id"
        #expect(
            problems([Self.model("M" + long, [], [Self.toMany("a", "A")], table: "t"), Self.model("A")])
                == [
                    """
                    The table of pairs “t_a” has a column whose name “\(column)” is longer than 63 bytes; it \
                    begins with the name of a model or of a relationship and ends with the column of a key. \
                    Shorten one of them.
                    """
                ])
    }

    @Test func columns() {
        #expect(
            problems([Self.model("A", [.init("version", .integer, column: "Granary_Version")])])
                == [
                    """
                    The column “Granary_Version” of A is one that stores keep for themselves; name another \
                    with `column:`.
                    """
                ])
        #expect(
            problems([Self.model("A", [.init("parent_id", .integer)], [Self.toOne("parent", "A")])])
                == [
                    "A has the column “parent_id” 2 times (case does not count); name another with `column:`."
                ])
        #expect(
            problems([Self.model("A", [.init("up", .integer)], [Self.toOne("parent", "A", column: "UP")])])
                == ["A has the column “UP” 2 times (case does not count); name another with `column:`."])
        #expect(
            problems([Self.model("A", [], [Self.toMany("b", "A")]), Self.model("A_b")])
                == [
                    """
                    The table name “A_b” is used by the model A_b and the pairs of A and A; give one of \
                    them another table, by `@Model(table:)` or `@Relationship(.table("…"))`.
                    """
                ])
        let many = (0..<127).map { AttributeDescription("n\($0)", .integer) }
        #expect(problems([Self.model("A", many)]) == [])
        #expect(
            problems([Self.model("A", many, [Self.toOne("a", "A")])])
                == [
                    """
                    A has 129 attributes and relationships to one, but at most 128 are supported; move \
                    some to a model of their own.
                    """
                ])
    }

    @Test func keysAndConstraints() {
        #expect(
            problems([Self.model("A", [.init("code", .text)], key: ["cod"])])
                == [
                    """
                    The primary key of A names “cod”, which is not one of its attributes. Did you mean \
                    “code”?
                    """
                ])
        #expect(
            problems([Self.model("A", [.init("when", .date, isOptional: true)], key: ["when"])])
                == [
                    "A.when is in the primary key and may not be optional.",
                    "A.when is of type date, which cannot be a primary key; use one of integer, uuid, text.",
                ])
        #expect(problems([Self.model("A", [.init("when", .date)], key: ["id", "when"])]) == [])
        #expect(
            problems([Self.model("A", [.init("x", .real)], key: ["id", "x", "id"])])
                == [
                    "The primary key of A names an attribute twice; name each once.",
                    """
                    A.x is of type real, which cannot be a primary key's part; use one of integer, uuid, \
                    text, date, bool.
                    """,
                ])
        #expect(
            problems([Self.model("A", [.init("x", .text, defaultValue: .integer(1))])])
                == ["The default of A.x is not a value of its type (text); give one that is."])
        #expect(
            problems([
                Self.model(
                    "A", [.init("x", .json)], [Self.toMany("all", "A")],
                    uniques: [["id", "idd"], []], indexes: [["x"], ["all"], ["id", "id"]])
            ])
                == [
                    """
                    The unique constraint of A names “idd”, which is not an attribute or relationship to \
                    one. Did you mean “id”?
                    """,
                    "The unique constraint of A over “” must name properties, each once.",
                    "A.x is stored as JSON, which cannot be in the index; leave it out.",
                    "The index of A names “all”, which is not an attribute or relationship to one.",
                    "The index of A over “id, id” must name properties, each once.",
                ])
    }
}
