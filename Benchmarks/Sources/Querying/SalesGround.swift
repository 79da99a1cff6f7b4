internal import Foundation
internal import Granary
internal import GranaryMemory
internal import GranarySQLite
public import Workload

/// The stores that the questions of a table are put to, filled once for all of them.
public final class SalesGround: Sendable {
    /// Where the rows of a question are.
    enum Place: CaseIterable {
        /// An SQLite file, which hand-written statements read too.
        case sqlite
        /// Two SQLite files, with the sales apart from all else.
        case files
        /// A store in memory.
        case memory
    }

    private let directory: String
    private let stacks: [Place: PersistentStack]
    private let byHand: HandWrittenSales

    /// Fills the stores in a new directory below another one.
    ///
    /// - Throws: errors of the stores.
    public init(in parent: String, rows: Int) async throws {
        let url = URL(fileURLWithPath: parent).appendingPathComponent("queries-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        directory = url.path
        let plain = PlainSale.all(rows)
        var stacks: [Place: PersistentStack] = [:]
        for place in Place.allCases {
            let stack = try Self.stack(place, in: directory)
            try await stack.start()
            try await stack.perform { try $0.insert(plain) }
            stacks[place] = stack
        }
        byHand = try HandWrittenSales(
            path: "\(directory)/\(Self.file)",
            plain: Dictionary(uniqueKeysWithValues: plain.map { ($0.id, $0) }))
        self.stacks = stacks
    }

    /// Asks the question of a row as often as it says: by Granary, or by hand; nothing where it is compared with none.
    ///
    /// - Throws: errors of the stores; ``WorkloadError``.
    public func measure(_ row: QueryRow, judged isJudged: Bool) async throws -> Outcome? {
        if isJudged, let stack = stacks[row.place] {
            return try await stack.perform { context in
                try Outcome { try row.repeated { try row.judged(context) } }
            }
        }
        guard let base = row.base else { return nil }
        return try Outcome { try row.repeated { try base(byHand) } }
    }

    /// Closes the stores and removes them.
    public func close() async throws {
        for stack in stacks.values { try await stack.close() }
        try FileManager.default.removeItem(atPath: directory)
    }

    private static let file = "sales.sqlite"

    private static func stack(_ place: Place, in directory: String) throws -> PersistentStack {
        let shops: [any Model.Type] = [Area.self, Shop.self]
        let schema =
            switch place {
            case .files: try Schema("Sales", configurations: ["Shops": shops, "Sales": [Sale.self]])
            case .sqlite, .memory: try Schema("Sales", models: shops + [Sale.self])
            }
        let stack = PersistentStack(
            schema, registry: try StoreRegistry([MemoryStore.self, SQLiteStore.self]))
        func sqlite(_ name: String, _ file: String) -> StoreConfiguration {
            StoreConfiguration(name: name, type: .sqlite, location: directory, file: file)
        }
        let configurations =
            switch place {
            case .sqlite: [sqlite("Default", file)]
            case .files: [sqlite("Shops", "apart-shops.sqlite"), sqlite("Sales", "apart-sales.sqlite")]
            case .memory: [StoreConfiguration(name: "Default", type: .memory)]
            }
        try stack.attachPersistentStores(for: configurations)
        return stack
    }
}

extension Context {
    /// Inserts sales, with ten for each shop and a hundred areas, and saves them.
    fileprivate func insert(_ sales: [PlainSale]) throws {
        let areas = (0..<100).map { Area(code: $0, name: "area \($0)") }
        let shops = (0..<max(sales.count / 10, 1)).map { number in
            let shop = Shop(id: number, name: "shop \(number)", size: number * 7 % 1_000)
            // Some shops are in no area.
            if number % 50 != 0 { shop.area = areas[number % 100] }
            return shop
        }
        try insert(contentsOf: areas)
        try insert(contentsOf: shops)
        try insert(
            contentsOf: sales.map { plain in
                let sale = Sale(
                    id: plain.id, amount: plain.amount, weight: plain.weight, note: plain.note,
                    soldAt: Date(timeIntervalSince1970: Double(plain.soldAt)))
                sale.shop = shops[plain.shop]
                return sale
            })
        try save()
    }
}
