import Granary
import GranaryConformance
import GranaryTestHarnesses
import GranaryTestSupport

/// Where the order database lies: in one store, or in two of different kinds.
struct HouseStores: Sendable {
    /// The harness of the sales, and that of the rest.
    private let harnesses: [String: ConformanceHarness]

    init(in harness: ConformanceHarness) { harnesses = ["House": harness] }
    init(sales: ConformanceHarness, rest: ConformanceHarness) { harnesses = ["Sales": sales, "Rest": rest] }

    /// Runs a closure with a started stack that has the rows, and destroys its stores.
    func withRows(_ body: (PersistentStack) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        let stack = try PersistentStack(
            schema(), registry: StoreRegistry(backends: Array(backends.values)))
        try await stack.attachPersistentStores(
            for: harnesses.sorted { $0.key < $1.key }.map { name, harness in
                try harness.placement(name, ConformancePlace(directory: directory.path, store: name))
            })
        try await stack.start()
        do {
            let rows = try HouseRows.read()
            try await stack.perform { try rows.insert(into: $0) }
            try await body(stack)
        } catch {
            try? await stack.destroy()
            throw error
        }
        try await stack.destroy()
    }

    /// The backends by their types, each once.
    private var backends: [StoreType: Backend] {
        Dictionary(
            harnesses.values.map { ($0.backend.type.type, $0.backend) },
            uniquingKeysWith: { first, _ in first })
    }

    private func schema() throws -> Schema {
        let sales: [any Model.Type] = [Customer.self, Order.self, OrderLine.self, Review.self]
        let rest: [any Model.Type] = [
            Category.self, Employee.self, Product.self, Region.self, Shipper.self, Supplier.self, Tag.self,
        ]
        return harnesses.count == 1
            ? try Schema("House", configurations: ["House": sales + rest])
            : try Schema("House", configurations: ["Sales": sales, "Rest": rest])
    }
}
