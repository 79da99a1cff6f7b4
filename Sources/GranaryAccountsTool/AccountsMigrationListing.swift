import Granary
import GranaryTool

/// The reports on migrations of accounts, for people.
struct AccountsMigrationListing {
    let reports: [AccountMigration]
    let width: Int

    /// The numbers, a row for each account that had something to do, and what that was.
    var text: String {
        if reports.isEmpty { return "There are no accounts." }
        return ([numbers, accounts].compactMap(\.self) + details).joined(separator: "\n\n")
    }

    private var numbers: String {
        let parts = AccountMigration.State.allCases.compactMap { state in
            let count = reports.count { $0.state == state }
            return count == 0 ? nil : "\(count) \(state.rawValue)"
        }
        return "\(Self.counted(reports.count)): \(parts.joined(separator: ", "))."
    }

    private static func counted(_ count: Int) -> String {
        count == 1 ? "1 account" : "\(count) accounts"
    }

    /// A table; `nil` where nothing was to be done.
    private var accounts: String? {
        let concerned = reports.filter { $0.state != .current }
        if concerned.isEmpty { return nil }
        var table = TextTable(headings: ["Place", "State", "Stores"])
        table.rows = concerned.map { account in
            let stores = account.stores.map { store in
                "\(store.configurations.joined(separator: ", ")) \(store.state.rawValue)"
            }
            return [
                account.place, account.state.rawValue,
                account.error?.message ?? (stores.isEmpty ? "–" : stores.joined(separator: "; ")),
            ]
        }
        return table.fitting(width).text
    }

    /// What was done with stores, or would be, said once where it is the same for several.
    private var details: [String] {
        let stores = reports.flatMap(\.stores).filter { store in
            switch store.state {
            case .pending, .refused, .migrated, .failed: true
            default: false
            }
        }
        let listing = MigrationListing(reports: stores, width: width)
        return MigrationReport.groups(stores).map { store, count in
            let head =
                "\(store.configurations.joined(separator: ", ")) of \(Self.counted(count)) \(MigrationListing.sentence(store))"
            return ([Screen.clean(head)] + listing.details(store)).joined(separator: "\n")
        }
    }
}
