import Testing

@testable import Granary

@Model private final class Member {
    var id: Int
    @Attribute(.unique) var email: String
}

@Model private final class Invoice {
    var id: Int
    @Relationship(.required) var member: Member?
    @Relationship var payer: Member?
}

@Suite struct ConstraintTextTests {
    @Test func nilIsAdvisedOnlyForWhatIsNotRequired() throws {
        let schema = try Schema("Bills", models: [Member.self, Invoice.self])
        let invoice = try #require(schema.entity("Invoice"))
        let member = try #require(invoice.relationship("member"))
        let payer = try #require(invoice.relationship("payer"))
        for text in [ConstraintText.used(member), ConstraintText.dangling(member)] {
            #expect(text.contains("Invoice.member") && text.contains("Member") && !text.contains("nil"))
        }
        for text in [ConstraintText.used(payer), ConstraintText.dangling(payer)] {
            #expect(text.contains("Invoice.payer") && text.contains("nil"))
        }
        #expect(ConstraintText.used(member).contains("a delete rule"))
    }

    @Test func severalUniqueValuesAreNamed() {
        let (one, two) = (["email"], ["row", "column"])
        #expect(ConstraintText.duplicate("Member", one, .unique).contains("the same value of email"))
        #expect(ConstraintText.duplicate("Seat", two, .unique).contains("the same values of row, column"))
    }
}
