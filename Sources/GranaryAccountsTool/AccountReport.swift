import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryTool

/// The report on an account, or on a place without a record, made without opening a store for writing.
struct AccountReport: Codable, Sendable, Equatable {
    var place: String
    /// The key of the user, where it was asked for: plain text, or JSON for other keys; `nil` for the guest.
    var user: String?
    /// When the account was last opened, to the hour; `nil` without a record, like what follows.
    var lastUsed: String?
    /// How it stands with the server; `nil` also where nobody has signed in.
    var standing: String?
    var isGuest = false
    var isCurrent = false
    var isForgotten = false
    /// The size of its own stores in bytes.
    var size: Int64
    var stores: [StoreReport] = []
    /// Why its stores cannot be named, as for a record that somebody has edited.
    var error: ToolFailure.Details?

    /// Looks at the stores of a place.
    init(_ place: String, _ found: FoundAccounts) {
        self.place = place
        size = 0
        do {
            stores = try found.setup.stores(ofAccountAt: place).map {
                StoreReport($0, schema: found.setup.schema)
            }
        } catch {
            self.error = ToolFailure(error).error
        }
        size = stores.reduce(0) { $0 + ($1.size ?? 0) }
    }

    /// Looks at the stores of an account with a record.
    init(_ account: StoredAccount, _ found: FoundAccounts, showingKey: Bool) {
        self.init(account.place, found)
        if showingKey, !account.isGuest { user = Self.shown(account.user) }
        lastUsed = account.lastUsed.ISO8601Format()
        standing = account.isGuest || account.isWithoutSignIn ? nil : account.standing.rawValue
        isGuest = account.isGuest
        isCurrent = account.isCurrent
        isForgotten = account.isForgotten
    }

    /// A key as a person writes it.
    private static func shown(_ key: String) -> String {
        (try? JSONDecoder().decode(String.self, from: Data(key.utf8))) ?? key
    }

    /// What it is, in a few words.
    var state: String {
        let words = [
            isGuest ? "guest" : nil, isForgotten ? "forgotten" : nil, standing, isCurrent ? "current" : nil,
        ].compactMap(\.self)
        return words.isEmpty ? "–" : words.joined(separator: ", ")
    }
}
