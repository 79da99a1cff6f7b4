import Granary
import GranaryTestSupport
import Testing

/// A schema refuses rules that are none for their attribute, and says which.
@Suite struct RuleProblemTests {
    private func problem(_ attribute: AttributeDescription) -> String {
        let model = ModelDescription(
            name: "Thing", attributes: [.init("id", .integer), attribute], key: ["id"])
        do {
            _ = try Schema("Test", descriptions: [(model, nil)])
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        (AttributeRule.notEmpty, "is for text and bytes"),
        (.length(through: 5, name: "length(...5)"), "is for text and bytes"), (.pattern("a"), "is for text"),
        (.trimmed, "is for text"), (.fraction(through: 2), "is for decimals"),
        (.range(from: .real(0), name: "range(0...)"), "is for numbers of the kind of its ends"),
        (.range(below: .text("a"), name: "range(..<a)"), "is for numbers of the kind of its ends"),
    ])
    func ofAnotherKind(_ rule: AttributeRule, _ reason: String) {
        let text = problem(.init("size", .integer, rules: [rule]))
        #expect(text.contains("The rule \(rule.name) of Thing.size \(reason)"), "\(text)")
        #expect(text.contains("of type integer; remove the rule, or write a function"), "\(text)")
    }

    @Test func noExpression() {
        let text = problem(.init("code", .text, rules: [.pattern("[a-")]))
        #expect(text.contains("The rule pattern([a-) of Thing.code is no regular expression"), "\(text)")
    }

    @Test func rulesStoreNothing() throws {
        func fingerprint(_ rules: [AttributeRule]) throws -> String {
            let model = ModelDescription(
                name: "Thing", attributes: [.init("id", .integer), .init("code", .text, rules: rules)],
                key: ["id"])
            return try Schema("Test", descriptions: [(model, nil)]).fingerprint
        }
        #expect(try fingerprint([]) == fingerprint([.notEmpty, .pattern("[a-z]+")]))
    }

    @Test func aDeletionThatWouldEmptyARequiredRelationshipIsRefused() throws {
        let owner = ModelDescription(
            name: "Owner", attributes: [.init("id", .integer)],
            relationships: [.init("things", to: "Thing", isToMany: true, inverse: "owner")], key: ["id"])
        let thing = ModelDescription(
            name: "Thing", attributes: [.init("id", .integer)],
            relationships: [.init("owner", to: "Owner", isToMany: false, isOptional: false)], key: ["id"])
        let error = failure { try Schema("Test", descriptions: [(owner, nil), (thing, nil)]) }
        #expect(error?.message.contains("Deleting Owner would empty Thing.owner") == true)
    }
}
