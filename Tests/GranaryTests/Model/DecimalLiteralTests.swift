import Foundation
import Testing

@testable import Granary

private enum Sort: String, Codable, Sendable {
    case plain, fine
    static var usual: Sort { .fine }
}

/// Decimals that are declared, and defaults that are no literals.
@Model private final class Priced {
    var id: Int
    var price: Decimal = 19.99
    @Attribute(default: -0.07) var tax: Decimal
    @Attribute(default: 1.5e-3) var share: Decimal?
    var bonus: Decimal? = 1_234.56
    var whole: Decimal = 3
    var list: [Decimal] = [1.1, -2.2, 3]
    var rates: [String: Decimal] = ["a": 0.3]
    @Attribute(default: Date(timeIntervalSince1970: 5)) var made: Date
    @Attribute(default: Sort.usual) var sort: Sort
    @Attribute(default: Sort.usual) var other: Sort?
    @Attribute(default: ["x"] + ["y"]) var words: [String]
    @Attribute(default: Optional<Int>.none) var nothing: Int?
    @Attribute(default: 7 * 6) var answer: Int?
}

/// Literals of decimals have the digits that are written.
@Suite struct DecimalLiteralTests {
    private func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }

    @Test func defaultsHaveTheWrittenDigits() throws {
        for priced in [
            Priced(id: 1), Priced(Priced.Snapshot(id: 1)), Priced(try Priced.Snapshot(json: #"{"id": 1}"#)),
        ] {
            #expect(priced.price == decimal("19.99"))
            #expect(priced.tax == decimal("-0.07"))
            #expect(priced.share == decimal("0.0015"))
            #expect(priced.bonus == decimal("1234.56"))
            #expect(priced.whole == 3)
            #expect(priced.list == [decimal("1.1"), decimal("-2.2"), 3])
            #expect(priced.rates == ["a": decimal("0.3")])
        }
    }

    @Test func recordedDefaultsHaveTheWrittenDigits() {
        let defaults = Priced.modelDescription.attributes.map { ($0.name, $0.defaultValue) }
        let found = Dictionary(uniqueKeysWithValues: defaults).compactMapValues { $0 }
        #expect(found["price"] == .decimal(decimal("19.99")))
        #expect(found["tax"] == .decimal(decimal("-0.07")))
        #expect(found["share"] == .decimal(decimal("0.0015")))
        #expect(found["bonus"] == .decimal(decimal("1234.56")))
        #expect(found["list"] == .text("[1.1,-2.2,3]"))
        #expect(found["rates"] == .text(#"{"a":0.3}"#))
    }

    @Test func defaultsThatAreNoLiteralsHoldForWhatJSONLeavesOut() throws {
        let snapshot = try Priced.Snapshot(json: #"{"id": 1}"#)
        #expect(snapshot.made == Date(timeIntervalSince1970: 5))
        #expect(snapshot.sort == .fine && snapshot.other == .fine)
        #expect(snapshot.words == ["x", "y"])
        #expect(snapshot.nothing == nil && snapshot.answer == 42)
        let given = try Priced.Snapshot(json: #"{"id": 1, "other": null, "sort": "plain", "answer": null}"#)
        #expect(given.other == nil && given.sort == .plain && given.answer == nil)
    }

    @Test func assignedValuesStayAsTheyAre() {
        let priced = Priced(id: 1, price: decimal("5.005"))
        #expect(priced.price == decimal("5.005"))
        priced.price = decimal("0.1")
        #expect(priced.price == decimal("0.1"))
    }

    @Test func queriesReadTheShortestForm() {
        let price = ExpressionTree.attribute(path: [], name: "price")
        func expect(_ query: Query<Priced>, _ comparison: ExpressionTree.Comparison, _ text: String) {
            #expect(
                query.predicate == .compare(comparison, price, .literal(.decimal(decimal(text)))), "\(text)")
        }
        expect(Priced.where { $0.price == 19.99 }, .equal, "19.99")
        expect(Priced.where { $0.price != -0.07 }, .notEqual, "-0.07")
        expect(Priced.where { $0.price < 1e-7 }, .less, "0.0000001")
        expect(Priced.where { $0.price >= 20 }, .greaterOrEqual, "20")
        let amount = decimal("4.35")
        expect(Priced.where { $0.price <= amount }, .lessOrEqual, "4.35")
        let list = Priced.where { $0.price.isIn([0.1, 2, 0.3]) }
        #expect(list.predicate == .isIn(price, [decimal("0.1"), 2, decimal("0.3")].map(Value.decimal)))
        let product = Priced.where { $0.price * 1.19 > 4.35 }
        #expect(
            product.predicate
                == .compare(
                    .greater, .arithmetic(.multiply, price, .literal(.decimal(decimal("1.19")))),
                    .literal(.decimal(decimal("4.35")))))
        let optional = Priced.where { $0.bonus == 19.99 || $0.bonus == nil }
        #expect(optional.predicate != nil)
    }

    @Test func everyAmountBelowAHundredIsFoundByItsLiteral() {
        for cents in 0..<10_000 {
            let literal = DecimalLiteral(floatLiteral: Double(cents) / 100)
            #expect(literal.decimal == Decimal(cents) / 100)
        }
    }
}
