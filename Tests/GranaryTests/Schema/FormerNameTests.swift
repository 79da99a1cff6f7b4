import Granary
import Testing

/// Declared former names that contradict each other are errors of the schema.
struct FormerNameTests {
    private static let id = AttributeDescription("id", .integer)

    private func problem(_ models: ModelDescription...) -> String {
        do {
            _ = try Schema("Names", descriptions: models.map { ($0, nil) })
            return ""
        } catch {
            return (error as? GranaryError)?.message ?? ""
        }
    }

    @Test func twoAttributesOfOneAreRefused() {
        let problem = problem(
            ModelDescription(
                name: "Thing",
                attributes: [
                    Self.id, .init("b", .text, isOptional: true, renamedFrom: "a"),
                    .init("c", .text, isOptional: true, renamedFrom: "a"),
                ], key: ["id"]))
        #expect(problem.contains("Thing.b and Thing.c were both “a”"))
    }

    @Test func twoModelsOfOneAreRefused() {
        let problem = problem(
            ModelDescription(name: "One", attributes: [Self.id], key: ["id"], renamedFrom: "Old"),
            ModelDescription(name: "Two", attributes: [Self.id], key: ["id"], renamedFrom: "Old"))
        #expect(problem.contains("One and Two were both “Old”"))
    }

    @Test func namesThatAreExchangedAreAnotherVersion() throws {
        func schema(_ former: [String?]) throws -> Schema {
            let texts = zip(["a", "b"], former).map {
                AttributeDescription($0, .text, isOptional: true, renamedFrom: $1)
            }
            let model = ModelDescription(name: "Thing", attributes: [Self.id] + texts, key: ["id"])
            return try Schema("Names", descriptions: [(model, nil)])
        }
        let (plain, exchanged) = (try schema([nil, nil]), try schema(["b", "a"]))
        #expect(plain.fingerprint != exchanged.fingerprint)
        #expect(plain.fingerprint == (try schema(["z", nil]).fingerprint))
        #expect(
            StoredSchema(entities: exchanged.entities, links: exchanged.links).fingerprint
                == exchanged.fingerprint)
    }
}
