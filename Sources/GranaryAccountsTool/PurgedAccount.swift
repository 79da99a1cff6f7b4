import Granary
import GranaryTool

/// The report on an account whose purgeable stores were destroyed.
struct PurgedAccount: Codable, Sendable, Equatable {
    var place: String
    /// The stores that were destroyed.
    var stores: [String] = []
    /// Their size in bytes.
    var size: Int64 = 0
    /// Why they were not, or not all of them.
    var error: ToolFailure.Details?

    /// Destroys the purgeable stores at some places, in this order; beyond a size only until that is reached.
    ///
    /// Accounts without such stores are left out.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for a store that holds also what is not purgeable.
    static func purge(
        _ places: [String], of found: FoundAccounts, above limit: Int64?
    ) throws -> [PurgedAccount] {
        let stores = try places.map { place in
            (place: place, stores: try purgeable(at: place, found).map { ($0, Self.size($0)) })
        }
        var rest = stores.flatMap(\.stores).reduce(0) { $0 + ($1.1 ?? 0) }
        var reports: [PurgedAccount] = []
        for (place, stores) in stores {
            if let limit, rest <= limit { break }
            let present = stores.compactMap { store, size in size.map { (store, $0) } }
            if present.isEmpty { continue }
            let report = PurgedAccount(place, present, found)
            rest -= report.size
            reports.append(report)
        }
        return reports
    }

    private init(_ place: String, _ stores: [(PlacedStore, Int64)], _ found: FoundAccounts) {
        self.place = place
        do {
            try found.requireUnused(place)
            for (store, size) in stores {
                try store.backend.destroy(store.configuration)
                self.stores.append(store.label)
                self.size += size
            }
        } catch {
            self.error = ToolFailure(error).error
        }
    }

    /// The stores at a place whose loss costs time and no data.
    private static func purgeable(at place: String, _ found: FoundAccounts) throws -> [PlacedStore] {
        let kinds = found.setup.configuration.stores
        return try found.setup.stores(ofAccountAt: place).filter { store in
            guard store.backend.capabilities.contains(.persistent) else { return false }
            let own = kinds.filter { store.names.contains($0.name) }
            let count = own.count { $0.kind == .purgeable }
            if count == 0 || count == own.count { return count > 0 }
            throw GranaryError(
                .configuration,
                "The store of “\(store.label)” holds also what is not purgeable, so it is not destroyed; give its configurations files of their own."
            )
        }
    }

    /// The size of a store; `nil` where there is none, and 0 for one that cannot be looked at.
    private static func size(_ store: PlacedStore) -> Int64? {
        do { return try store.inspected()?.size } catch { return 0 }
    }

    /// A row for each account, for people.
    static func text(_ reports: [PurgedAccount], width: Int) -> String {
        let count = reports.reduce(0) { $0 + $1.stores.count }
        let size = ByteText.of(reports.reduce(0) { $0 + $1.size })
        let sum =
            count == 0
            ? "No store was destroyed."
            : "\(count == 1 ? "1 store was" : "\(count) stores were") destroyed, with \(size)."
        if reports.isEmpty { return sum }
        var table = TextTable(headings: ["Place", "Size", "Stores"])
        table.rows = reports.map { report in
            let stores = report.stores.joined(separator: ", ")
            return [
                report.place, ByteText.of(report.size),
                [stores, report.error?.message ?? ""].filter { !$0.isEmpty }.joined(separator: ". "),
            ]
        }
        return "\(table.fitting(width).text)\n\n\(sum)"
    }
}
