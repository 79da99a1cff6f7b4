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
        // What is wrong with the configuration is wrong for every place.
        _ = try purgeable(at: "a", found)
        let accounts = places.map { place in
            (place: place, stores: Result { try present(at: place, found) })
        }
        var rest = accounts.reduce(0) { sum, account in
            ((try? account.stores.get()) ?? []).reduce(sum) { $0 + $1.size }
        }
        var reports: [PurgedAccount] = []
        for (place, stores) in accounts {
            if let limit, rest <= limit { break }
            var report = PurgedAccount(place: place)
            do { try report.destroy(stores.get(), found) } catch { report.error = ToolFailure(error).error }
            rest -= report.size
            if !report.stores.isEmpty || report.error != nil { reports.append(report) }
        }
        return reports
    }

    private mutating func destroy(
        _ stores: [(store: PlacedStore, size: Int64)], _ found: FoundAccounts
    ) throws {
        if stores.isEmpty { return }
        try found.requireUnused(place)
        for (store, size) in stores {
            try store.backend.destroy(store.configuration)
            self.stores.append(store.label)
            self.size += size
        }
    }

    /// The purgeable stores that are at a place, with their sizes; 0 for one that cannot be looked at.
    private static func present(
        at place: String, _ found: FoundAccounts
    ) throws -> [(store: PlacedStore, size: Int64)] {
        try purgeable(at: place, found).compactMap { store in
            do { return try store.inspected().map { (store, $0.size) } } catch { return (store, 0) }
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
