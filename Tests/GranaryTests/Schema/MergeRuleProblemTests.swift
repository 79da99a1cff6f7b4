import Granary
import GranaryTestSupport
import Testing

/// Merge rules that make no sense are refused with the schema that has them.
@Suite struct MergeRuleProblemTests {
    private func problem(_ attributes: AttributeDescription...) -> String {
        let model = ModelDescription(
            name: "Sign", attributes: [AttributeDescription("id", .integer)] + attributes, key: ["id"])
        do {
            _ = try Schema("Signs", descriptions: [(model, nil)])
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func goodRules() {
        #expect(
            problem(
                AttributeDescription("a", .integer, merge: .sum),
                AttributeDescription("b", .text, merge: .maximum),
                AttributeDescription("c", .integer, merge: .union),
                AttributeDescription("d", .json, merge: .latest(by: "a")),
                AttributeDescription("e", .json, merge: .function("f") { _, mine, _ in mine })) == "")
    }

    @Test(arguments: [
        (AttributeDescription("a", .text, merge: .sum), "The merge rule sum of Sign.a is for numbers"),
        (
            AttributeDescription("a", .bool, merge: .maximum),
            "maximum of Sign.a is for numbers, dates and text"
        ),
        (AttributeDescription("a", .json, merge: .union), "union of Sign.a is for integers; give a function"),
        (
            AttributeDescription("a", .text, merge: .latest(by: "b")),
            "Sign.a is merged by “b”, which Sign does not have"
        ),
        (
            AttributeDescription("a", .text, merge: .latest(by: "a")),
            "Sign.a is merged by “a”, which is of type text; only dates and numbers"
        ),
    ])
    func badRules(_ attribute: AttributeDescription, _ message: String) {
        #expect(problem(attribute).contains(message), "\(problem(attribute))")
    }

    @Test func keysAreNotMerged() {
        let model = ModelDescription(
            name: "Sign", attributes: [AttributeDescription("id", .integer, merge: .maximum)], key: ["id"])
        let error = #expect(throws: GranaryError.self) { try Schema("Signs", descriptions: [(model, nil)]) }
        #expect(
            "\(error.map { "\($0)" } ?? "")".contains("Sign.id is of the primary key, which does not change"))
    }

    @Test func mergeRulesStoreNothing() throws {
        func fingerprint(_ rule: MergeRule?) throws -> String {
            let model = ModelDescription(
                name: "Sign", attributes: [.init("id", .integer), .init("a", .integer, merge: rule)],
                key: ["id"])
            return try Schema("Signs", descriptions: [(model, nil)]).fingerprint
        }
        #expect(try fingerprint(nil) == fingerprint(.sum))
    }
}
