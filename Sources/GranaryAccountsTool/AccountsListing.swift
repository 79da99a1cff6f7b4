import Granary
import GranaryTool

/// Accounts for people: a table that fits the screen, the places without a record, and what their stores hold.
struct AccountsListing {
    let document: AccountsDocument
    /// Whether the stores of each account are listed.
    let showsStores: Bool
    let width: Int

    var text: String {
        var parts = document.accounts.isEmpty ? ["There are no accounts."] : [accounts]
        if !document.withoutRecord.isEmpty { parts.append(withoutRecord) }
        parts += showsStores ? details : [versions, problems].compactMap(\.self)
        return parts.joined(separator: "\n\n")
    }

    private var all: [AccountReport] { document.accounts + document.withoutRecord }

    private var accounts: String {
        let showsKeys = document.accounts.contains { $0.user != nil }
        var table = TextTable(
            headings: ["Place", "Last used (UTC)", "Size", "State"] + (showsKeys ? ["User"] : []))
        table.rows = document.accounts.map { account in
            [account.place, Self.time(account.lastUsed), ByteText.of(account.size), account.state]
                + (showsKeys ? [account.user ?? "–"] : [])
        }
        return table.fitting(width).text
    }

    /// The hour of a time in ISO 8601.
    private static func time(_ text: String?) -> String {
        guard let text else { return "–" }
        return text.prefix(16).map { $0 == "T" ? " " : String($0) }.joined()
    }

    private var withoutRecord: String {
        var table = TextTable(headings: ["Place without a record", "Size"])
        table.rows = document.withoutRecord.map { [$0.place, ByteText.of($0.size)] }
        return table.text
    }

    /// How many places hold which version of each store; `nil` where accounts have no stores.
    private var versions: String? {
        struct Line: Hashable {
            let store: String
            let version: String
            let state: String
        }
        var counts: [Line: (count: Int, size: Int64)] = [:]
        for store in all.flatMap(\.stores) {
            let line = Line(
                store: store.configurations.joined(separator: ", "),
                version: store.fingerprint.map(ByteText.short) ?? "–", state: store.state.rawValue)
            let (count, size) = counts[line] ?? (0, 0)
            counts[line] = (count + 1, size + (store.size ?? 0))
        }
        if counts.isEmpty { return nil }
        let lines = counts.sorted {
            ($0.key.store, $0.key.version, $0.key.state) < ($1.key.store, $1.key.version, $1.key.state)
        }
        var table = TextTable(
            headings: ["Store", "Version", "State", "Places", "Size"], limits: [0: 24])
        table.rows = lines.map { line, value in
            [line.store, line.version, line.state, "\(value.count)", ByteText.of(value.size)]
        }
        return table.text
    }

    /// Why stores cannot be looked at; `nil` where all can.
    private var problems: String? {
        let lines = all.flatMap { account in
            (account.error.map { ["\(account.place): \($0.message)"] } ?? [])
                + account.stores.compactMap { store in
                    store.error.map { error in
                        "\(account.place), \(store.configurations.joined(separator: ", ")): \(error.message)"
                    }
                }
        }
        return lines.isEmpty ? nil : Screen.clean(lines.joined(separator: "\n"))
    }

    private var details: [String] {
        all.map { account in
            let stores = StoreListing(reports: account.stores, showsFiles: true, width: width).text
            let text =
                account.error?.message ?? (account.stores.isEmpty ? "The account has no store." : stores)
            return "\(Screen.clean(account.place))\n\n\(text)"
        }
    }
}
