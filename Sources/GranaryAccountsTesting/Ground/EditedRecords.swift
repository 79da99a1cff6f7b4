import FoundationEssentials
import Granary
import GranaryAccounts

/// The models of a program that changes the records of accounts itself.
enum ByHand {
    /// The record as the product has it, with everything open.
    @Model final class AccountRecord {
        @Attribute(.primaryKey) var place: String
        @Attribute(.unique) var user: String
        var lastUsed: Date
        var standing: SignInStanding = SignInStanding.signedOut
        var credential: Int = 0
        var lease: String?
        var leaseEnds: Date?
        var leaseWrites: Bool = false
        @Attribute(.indexed) var isCurrent: Bool = false
        var isForgotten: Bool

        init(place: String, user: String) {
            self.place = place
            self.user = user
            lastUsed = Date(timeIntervalSince1970: 1_800_000_000)
            isForgotten = false
        }
    }
}

extension AccountGround {
    /// Changes the shared store of the users as another program does, while nobody has the accounts open.
    func edit(_ body: @escaping @Sendable (Context) throws -> Void) async throws {
        let schema = try Schema(
            "Travel", configurations: ["People": [Traveller.self, ByHand.AccountRecord.self]])
        let stack = PersistentStack(schema, registry: try StoreRegistry(backends: [backend]))
        do {
            try await stack.attachPersistentStores(
                for: configuration().stores.filter { $0.name == "People" })
            try await stack.start()
            try await stack.perform(nil, body)
        } catch {
            try? await stack.close()
            throw error
        }
        try await stack.close()
    }
}
