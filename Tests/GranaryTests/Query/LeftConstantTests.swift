import FoundationEssentials
import Granary
import Testing

@Model private final class Voucher {
    var id: Int
    var seats: Int
    var discount: Int?
    var weight: Double
    var price: Decimal
    var name: String
    var isPaid: Bool
}

/// A constant on the left means what it means on the right.
@Suite struct LeftConstantTests {
    private let voucher = Voucher.fields

    private func own(_ name: String) -> ExpressionTree { .attribute(path: [], name: name) }

    private func expect(_ left: Condition<Voucher>, _ right: Condition<Voucher>) {
        #expect(left.tree == right.tree)
    }

    @Test func comparisonsAreTurnedRound() {
        expect(2000 < voucher.seats, voucher.seats > 2000)
        expect(2000 <= voucher.seats, voucher.seats >= 2000)
        expect(2000 > voucher.discount, voucher.discount < 2000)
        expect(2000 >= voucher.discount, voucher.discount <= 2000)
        expect("a" == voucher.name, voucher.name == "a")
        expect("a" != voucher.name, voucher.name != "a")
        expect("a" < voucher.name, voucher.name > "a")
        expect(nil == voucher.discount, voucher.discount == nil)
        expect(nil != voucher.discount, voucher.discount != nil)
        expect(true == voucher.isPaid, voucher.isPaid == true)
        expect(1.5 < voucher.weight, voucher.weight > 1.5)
        expect(19.99 == voucher.price, voucher.price == 19.99)
        expect(19.99 != voucher.price, voucher.price != 19.99)
        expect(0.1 < voucher.price, voucher.price > 0.1)
        expect(0.1 <= voucher.price, voucher.price >= 0.1)
        expect(0.1 > voucher.price, voucher.price < 0.1)
        expect(0.1 >= voucher.price, voucher.price <= 0.1)
        let least = 3
        #expect(Voucher.where { least < $0.seats }.predicate == Voucher.where { $0.seats > least }.predicate)
    }

    @Test func calculationsKeepTheirSides() {
        let difference: TypedExpression<Voucher, Int> = 100 - voucher.seats
        #expect(difference.tree == .arithmetic(.subtract, .literal(.integer(100)), own("seats")))
        let quotient: TypedExpression<Voucher, Int?> = 100 / voucher.discount
        #expect(quotient.tree == .arithmetic(.divide, .literal(.integer(100)), own("discount")))
        let sum: TypedExpression<Voucher, Double> = 1 + voucher.weight
        #expect(sum.tree == .arithmetic(.add, .literal(.real(1)), own("weight")))
        let product: TypedExpression<Voucher, Decimal> = 1.19 * voucher.price
        let factor = Decimal(string: "1.19") ?? .nan
        #expect(product.tree == .arithmetic(.multiply, .literal(.decimal(factor)), own("price")))
        let rest: TypedExpression<Voucher, Decimal> = 0.1 - voucher.price
        let tenth = Decimal(string: "0.1") ?? .nan
        #expect(rest.tree == .arithmetic(.subtract, .literal(.decimal(tenth)), own("price")))
    }
}
