import Granary
import GranaryTestSupport
import Testing

@Model final class Order {
    var id: Int
    var note: String = ""
    @Relationship(inverse: \OrderLine.order) var lines: ToMany<OrderLine>
    @Relationship var before: Order?
    @Relationship(inverse: \Order.before) var after: Order?
    @Relationship var labels: ToMany<OrderLabel>
}

@Model final class OrderLine {
    var id: Int
    @Attribute(.unique) var code: Int?
    @Relationship var order: Order?
}

@Model final class OrderLabel {
    var id: Int
    @Relationship(inverse: \Order.labels) var orders: ToMany<Order>
}

/// Inserting with generated integer keys costs in proportion to what is inserted, and uses up no other keys, whatever
/// enters a context in whichever way.
///
/// Work is counted at a size and at four times the size; no time is measured.
@Suite(.timeLimit(.minutes(2)), .serialized) struct InsertGrowthTests {
    private static let size = 300

    /// A way to insert: it makes lines, whose keys are expected to have no gaps, as many as it is asked for.
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let insert: @Sendable (Context, Int) throws -> Void

        init(_ name: String, _ insert: @escaping @Sendable (Context, Int) throws -> Void) {
            (testDescription, self.insert) = (name, insert)
        }
    }

    @Test(arguments: shapes) func costsInProportionAndLeavesNoGaps(_ shape: Shape) throws {
        func effort(_ size: Int) throws -> Int {
            let stack = try startedStack(of: [Order.self, OrderLine.self, OrderLabel.self])
            let context = try stack.makeContext()
            try shape.insert(context, size)
            let statistics = context.statistics
            let work = context.coordinator.keys.map(\.work).reduce(0, +)
            let effort =
                context.graph.lookup.lookedAt + statistics.storeRequests + statistics.rowsFetched + work
            try context.save()
            let reader = try stack.makeContext()
            #expect(try reader.fetch(OrderLine.all).map(\.id) == Array(1...size))
            let orders = try reader.fetch(Order.all).map(\.id)
            #expect(orders == Array(1..<orders.count + 1))
            let labels = try reader.fetch(OrderLabel.all).map(\.id)
            #expect(labels == Array(1..<labels.count + 1))
            return effort
        }
        let (small, large) = (try effort(Self.size), try effort(4 * Self.size))
        #expect(large <= 5 * small + 50, "\(small), then \(large)")
    }

    static let shapes = single + graphs + values + levels

    private static let single = [
        Shape("one by one") { context, size in for _ in 0..<size { try context.insert(OrderLine()) } },
        Shape("in units that are saved") { context, size in
            for number in 0..<size {
                try context.insert(OrderLine())
                if number % 10 == 9 { try context.save() }
            }
        },
        Shape("contentsOf") { context, size in
            try context.insert(contentsOf: (0..<size).map { _ in OrderLine() })
        },
        Shape("contentsOf, ten at a time") { context, size in
            for _ in 0..<size / 10 { try context.insert(contentsOf: (0..<10).map { _ in OrderLine() }) }
        },
        Shape("findOrInsert") { context, size in
            for number in 0..<size {
                _ = try context.findOrInsert(OrderLine.where { $0.code == number }) {
                    OrderLine(code: number)
                }
            }
        },
    ]

    private static let graphs = [
        Shape("child first, each with its parent") { context, size in
            for _ in 0..<size { try context.insert(OrderLine(order: Order())) }
        },
        Shape("child first, one parent") { context, size in
            let order = Order()
            for _ in 0..<size { try context.insert(OrderLine(order: order)) }
        },
        Shape("parent first") { context, size in
            for _ in 0..<size {
                let order = Order()
                try context.insert(order)
                try context.insert(OrderLine(order: order))
            }
        },
        Shape("appended to the list of an object of the context") { context, size in
            let order = Order()
            try context.insert(order)
            for _ in 0..<size { order.lines.append(OrderLine()) }
        },
        Shape("a list appended to the list of an object of the context") { context, size in
            let order = Order()
            try context.insert(order)
            order.lines.append(contentsOf: (0..<size).map { _ in OrderLine() })
        },
        Shape("a list before its insertion") { context, size in
            let order = Order()
            order.lines.append(contentsOf: (0..<size).map { _ in OrderLine() })
            try context.insert(order)
        },
        Shape("lists of three") { context, size in
            for _ in 0..<size / 3 {
                let order = Order()
                for _ in 0..<3 { order.lines.append(OrderLine()) }
                try context.insert(order)
            }
        },
        Shape("contentsOf graphs") { context, size in
            try context.insert(contentsOf: (0..<size).map { _ in OrderLine(order: Order()) })
        },
        Shape("pairs, with the same labels") { context, size in
            let labels = (0..<10).map { _ in OrderLabel() }
            for number in 0..<size {
                let order = Order()
                order.labels.append(labels[number % 10])
                order.lines.append(OrderLine())
                try context.insert(order)
            }
        },
        Shape("one-to-one, each before the next") { context, size in
            var last: Order?
            for _ in 0..<size {
                let order = Order(before: last)
                try context.insert(OrderLine(order: order))
                last = order
            }
        },
        Shape("one-to-one, a chain at once") { context, size in
            var last: Order?
            for _ in 0..<size {
                last = Order(before: last)
                try context.insert(OrderLine())
            }
            if let last { try context.insert(last) }
        },
    ]

    private static let values = [
        Shape("snapshots") { context, size in
            for number in 0..<size { try context.insert(OrderLine(code: number).snapshot) }
        },
        Shape("contentsOf snapshots") { context, size in
            try context.insert(contentsOf: (0..<size).map { OrderLine(code: $0).snapshot })
        },
        Shape("JSON") { context, size in
            for number in 0..<size { try context.insert(OrderLine.self, json: "{\"code\":\(number)}") }
        },
        Shape("JSON that refers to a new object") { context, size in
            for number in 0..<size {
                let order = try context.insert(Order.self, json: "{\"note\":\"\(number)\"}")
                try context.insert(OrderLine.self, json: "{\"code\":\(number),\"order\":\(order.id)}")
            }
        },
        Shape("reconcile") { context, size in
            let items = (0..<size).map { OrderLine(code: $0).snapshot }
            try context.reconcile(OrderLine.all, with: items, matching: { $0.code })
        },
        Shape("reconcile by the key") { context, size in
            try context.reconcile(OrderLine.all, with: (0..<size).map { OrderLine(code: $0).snapshot })
        },
        Shape("upsert") { context, size in
            let items = (0..<size).map { OrderLine(code: $0).snapshot }
            try context.upsert(items, on: { $0.code })
        },
        Shape("upsert, one at a time") { context, size in
            for number in 0..<size {
                try context.upsert([OrderLine(code: number).snapshot], on: { $0.code })
            }
        },
    ]

    private static let levels = [
        Shape("a child in turn with its parent") { context, size in
            let other = context.makeChild(ContextOptions())
            for _ in 0..<size / 2 {
                try context.insert(OrderLine(order: Order()))
                try other.insert(OrderLine(order: Order()))
            }
            try other.save()
        },
        Shape("a child that saves") { context, size in
            let child = context.makeChild(ContextOptions())
            for number in 0..<size {
                try child.insert(OrderLine(order: Order()))
                if number % 10 == 9 { try child.save() }
            }
        },
        Shape("undone and done again") { context, size in
            context.history.levels = size
            for number in 0..<size {
                try context.insert(OrderLine(order: Order()))
                context.history.endStep()
                if number % 10 < 9 { continue }
                for _ in 0..<5 { #expect(try context.history.undo()) }
                for _ in 0..<5 { #expect(try context.history.redo()) }
            }
        },
        Shape("among keys that the program sets") { context, size in
            for number in 0..<size {
                try context.insert(OrderLine())
                if number % 2 == 0 { try context.insert(Order(id: size * 2 - number)) }
            }
            for order in try context.fetch(Order.all) { try context.delete(order) }
        },
    ]

    /// Keys that the program sets in no order cost the supply in proportion too, before and after keys are reserved.
    @Test func keysThatTheProgramSets() throws {
        func work(_ size: Int) throws -> Int {
            let stack = try startedStack(of: [Order.self, OrderLine.self, OrderLabel.self])
            let context = try stack.makeContext()
            for number in 0..<size { try context.insert(OrderLine(id: number * 7_919 % 10_007 * 2 + 1_000)) }
            for _ in 0..<size { try context.insert(OrderLine()) }
            for number in 0..<size { try context.insert(OrderLine(id: 100_000 - number * 2)) }
            for number in 0..<size { try context.insert(OrderLine(id: 200_000 + number)) }
            for _ in 0..<size { try context.insert(OrderLine()) }
            try context.save()
            #expect(try context.count(OrderLine.all) == 5 * size)
            return context.coordinator.keys.map(\.work).reduce(0, +)
        }
        let (small, large) = (try work(Self.size), try work(4 * Self.size))
        #expect(large <= 5 * small + 50, "\(small), then \(large)")
    }
}
