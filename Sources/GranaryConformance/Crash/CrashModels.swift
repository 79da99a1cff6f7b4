import Granary

/// An account of the crash promises: money moves between accounts, and none may appear or be lost.
@Model final class CrashAccount {
    var id: Int
    @Attribute(.unique) var label: String
    var balance: Int
    @Relationship(inverse: \CrashEntry.account, onDelete: .cascade) var entries: ToMany<CrashEntry>
}

/// A movement of the crash promises.
@Model final class CrashEntry {
    var id: Int
    @Attribute(.indexed) var amount: Int
    var text: String
    @Relationship var account: CrashAccount?
}

/// The model that ``BackfillTrial`` fills.
@Model final class CrashLeaf {
    var id: Int
    var text: String?
}

/// The models of the crash promises.
enum CrashModels {
    /// The name of their configuration.
    static let configuration = "Ledger"

    static func schema() throws -> Schema {
        try Schema("Crash", configurations: [configuration: [CrashAccount.self, CrashEntry.self]])
    }

    /// A stack over one store, with the store attached but not opened.
    static func stack(_ harness: ConformanceHarness, _ place: ConformancePlace) throws -> PersistentStack {
        let stack = try PersistentStack(schema(), registry: StoreRegistry(backends: [harness.backend]))
        try stack.attachPersistentStore(for: harness.placement(configuration, place))
        return stack
    }
}
