import Foundation
import Granary
import GranaryConformance
import GranaryFoundation
import GranaryTestSupport
import Testing

@Model final class Shop {
    @Attribute(.primaryKey) var code: String
    var city: String?
    @Relationship(inverse: \Sale.shop) var sales: ToMany<Sale>
}

enum Payment: String, Codable, Sendable { case cash, card }

@Model final class Sale {
    var id: Int
    var article: String
    var amount: Int
    var discount: Double?
    var isPaid: Bool
    var sold: Date?
    var payment: Payment = .cash
    @Relationship var shop: Shop?
    @Transient var note = ""
}

/// Foundation's predicates and the closures over fields find the same objects, and so does Foundation itself.
@Suite(.timeLimit(.minutes(1))) struct PredicateTests {
    private let stack: PersistentStack

    init() async throws {
        stack = try startedStack(of: [Shop.self, Sale.self])
        try await stack.perform { context in
            let shops = [Shop(code: "A", city: "Bern"), Shop(code: "B"), Shop(code: "C", city: "")]
            for shop in shops { try context.insert(shop) }
            for number in 0..<60 {
                try context.insert(
                    Sale(
                        id: number + 1, article: ["bread", "Milk", "100%", "", "salt"][number % 5],
                        amount: number % 7 - 2, discount: number % 3 == 0 ? nil : Double(number % 4) / 2,
                        isPaid: number % 2 == 0,
                        sold: number % 4 == 0 ? nil : Date(timeIntervalSince1970: Double(number) * 3_600),
                        payment: number % 5 == 1 ? .card : .cash,
                        shop: number % 4 == 3 ? nil : shops[number % 2]))
            }
            try context.save()
        }
    }

    /// Compares what three ways find: closures over fields, the lowered predicate, and Foundation.
    private func check(
        _ predicate: Predicate<Sale>,
        _ condition: @escaping @Sendable (Sale.Fields) -> TypedExpression<Sale, Bool>,
        _ place: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await stack.perform { context in
            let byFields = try context.fetch(Sale.where(condition)).map(\.id)
            let byPredicate = try context.fetch(Sale.matching(predicate)).map(\.id)
            let byFoundation = try context.fetch(Sale.all).filter { try predicate.evaluate($0) }.map(\.id)
            return [byFields, byPredicate, byFoundation]
        }
        #expect(found[0] == found[1], "fields and predicate", sourceLocation: place)
        #expect(found[1] == found[2], "predicate and Foundation", sourceLocation: place)
        #expect(!found[0].isEmpty && found[0].count < 60, "nothing is told apart", sourceLocation: place)
    }

    @Test func comparisons() async throws {
        try await check(#Predicate { $0.amount > 1 }) { $0.amount > 1 }
        try await check(#Predicate { $0.amount <= 1 && $0.amount != 0 }) { $0.amount <= 1 && $0.amount != 0 }
        try await check(#Predicate { $0.article == "Milk" || !$0.isPaid }) {
            $0.article == "Milk" || !$0.isPaid
        }
        try await check(#Predicate { $0.discount == nil }) { $0.discount == nil }
        try await check(#Predicate { $0.discount != 0.5 }) { $0.discount != 0.5 }
        try await check(#Predicate { ($0.discount ?? 0) >= 1 }) { $0.discount >= 1 }
        let card = Payment.card
        try await check(#Predicate { $0.payment == card }) { $0.payment == .card }
        let noon = Date(timeIntervalSince1970: 43_200)
        try await check(#Predicate { ($0.sold ?? noon) > noon }) { $0.sold > noon }
    }

    @Test func calculations() async throws {
        try await check(#Predicate { $0.amount * 2 - 1 > 5 }) { $0.amount * 2 - 1 > 5 }
        try await check(#Predicate { $0.amount % 3 == 1 }) { $0.amount % 3 == 1 }
        try await check(#Predicate { $0.amount / 2 == 1 }) { $0.amount / 2 == 1 }
    }

    @Test func lists() async throws {
        let wanted = ["bread", "salt"]
        try await check(#Predicate { wanted.contains($0.article) }) { $0.article.isIn(wanted) }
        try await check(#Predicate { (1...3).contains($0.amount) }) { $0.amount >= 1 && $0.amount <= 3 }
        try await check(#Predicate { (0..<2).contains($0.amount) }) { $0.amount >= 0 && $0.amount < 2 }
    }

    @Test func text() async throws {
        try await check(#Predicate { $0.article.contains("%") }) { $0.article.contains("%") }
        try await check(#Predicate { $0.article.starts(with: "b") }) { $0.article.hasPrefix("b") }
        try await check(#Predicate { $0.article.isEmpty }) { $0.article == "" }
    }

    @Test func relationships() async throws {
        try await check(#Predicate { $0.shop?.code == nil }) { $0.shop == nil }
        try await check(#Predicate { $0.shop?.code == "A" }) { $0.shop.code == "A" }
        try await check(#Predicate { $0.shop?.code != "A" }) { $0.shop.code != "A" }
        try await check(#Predicate { $0.shop?.city == nil }) { $0.shop.city == nil }
        try await check(#Predicate { $0.shop?.code.contains("A") == true }) { $0.shop.code.contains("A") }
        try await check(#Predicate { $0.shop?.code.contains("A") == false }) {
            $0.shop != nil && !$0.shop.code.contains("A")
        }
        try await check(#Predicate { $0.shop?.city?.isEmpty ?? true }) {
            $0.shop.city == nil || $0.shop.city == ""
        }
    }

    @Test func manyObjects() async throws {
        let found = try await stack.perform { context in
            func codes(_ query: Query<Shop>) throws -> [String] { try context.fetch(query).map(\.code) }
            let most = #Predicate<Shop> { $0.sales.filter { $0.isPaid }.count > 5 }
            let any = #Predicate<Shop> { $0.sales.contains { $0.article == "Milk" && $0.amount > 3 } }
            let all = #Predicate<Shop> { $0.sales.allSatisfy { $0.amount > -3 } }
            let none = #Predicate<Shop> { $0.sales.isEmpty }
            return [
                try codes(Shop.matching(most)), try codes(Shop.where { $0.sales.count { $0.isPaid } > 5 }),
                try codes(Shop.matching(any)),
                try codes(Shop.where { $0.sales.any { $0.article == "Milk" && $0.amount > 3 } }),
                try codes(Shop.matching(all)), try codes(Shop.where { $0.sales.all { $0.amount > -3 } }),
                try codes(Shop.matching(none)), try codes(Shop.where { $0.sales.isEmpty }),
            ]
        }
        for pair in stride(from: 0, to: found.count, by: 2) { #expect(found[pair] == found[pair + 1]) }
        #expect(found[0] == ["A"])
        #expect(found[6] == ["C"])
    }

    @Test func outerObjects() async throws {
        let found = try await stack.perform { context in
            let members = #Predicate<Shop> { shop in
                shop.sales.contains { $0.article == "" && shop.city == nil }
            }
            let fields = Shop.where { shop in
                shop.sales.any { $0.article == "" && shop.city.outer() == nil }
            }
            let shops = [try context.fetch(Shop.matching(members)), try context.fetch(fields)]
            let more = #Predicate<Sale> { sale in
                sale.shop?.sales.contains { $0.amount > sale.amount } ?? false
            }
            let sales = Sale.where { sale in sale.shop.sales.any { $0.amount > sale.amount.outer() } }
            let foundation = try context.fetch(Sale.all).filter { try more.evaluate($0) }
            return (
                shops.map { $0.map(\.code) },
                [try context.fetch(Sale.matching(more)), try context.fetch(sales), foundation].map {
                    $0.map(\.id)
                }
            )
        }
        #expect(found.0 == [["B"], ["B"]])
        #expect(found.1[0] == found.1[1])
        #expect(found.1[0] == found.1[2])
        #expect(found.1[0].count > 10)
    }

    @Test func orders() async throws {
        let found = try await stack.perform { context in
            let descriptors = [
                SortDescriptor(\Sale.discount, order: .reverse),
                SortDescriptor(\Sale.article, comparator: .lexical),
            ]
            let query = try Query(#Predicate<Sale> { $0.amount > 0 }, sortBy: descriptors)
            let fields = Sale.where { $0.amount > 0 }.sorted { $0.discount.descending }.sorted {
                $0.article.ascending
            }
            return [try context.fetch(query).map(\.id), try context.fetch(fields).map(\.id)]
        }
        #expect(found[0] == found[1])
        #expect(found[0].count > 10)
    }

    @Test func choices() async throws {
        try await check(#Predicate { $0.isPaid ? $0.amount > 1 : $0.amount > 2 }) {
            when($0.isPaid, then: $0.amount > 1).otherwise($0.amount > 2)
        }
        try await check(#Predicate { ($0.amount > 0 ? $0.article : "none") == "none" }) {
            when($0.amount > 0, then: $0.article).otherwise("none") == "none"
        }
        try await check(#Predicate { ($0.isPaid ? $0.discount : nil) == nil }) {
            when($0.isPaid, then: $0.discount).otherwise(nil) == nil
        }
    }

    /// The message of what cannot be lowered.
    private func problem(_ body: () throws -> Query<Sale>) -> String? {
        do {
            _ = try body()
            return nil
        } catch let error as GranaryError {
            return error.code == .query && error.context.entity == "Sale" ? error.message : nil
        } catch {
            return nil
        }
    }

    @Test func whatCannotBeLoweredIsNamed() {
        let transient = problem { try Sale.matching(#Predicate { $0.note == "x" }) }
        #expect(transient?.contains("property of Sale that is not stored") == true)
        let order = problem { try Sale.all.sorted(by: [SortDescriptor(\Sale.note)]) }
        #expect(order?.contains("Sort descriptor 1 does not compare an attribute of Sale itself") == true)
    }
}
