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

/// The models of a later version of the product.
enum ByNewer {
    /// A record with one more property.
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
        var region: String?
    }
}

extension AccountGround {
    /// Changes the shared store of the users as another program does, with its model of records, while nobody has the
    /// accounts open.
    func edit<R: Sendable>(
        _ record: any Model.Type = ByHand.AccountRecord.self,
        _ body: @escaping @Sendable (Context) throws -> R
    ) async throws -> R {
        let schema = try Schema("Travel", configurations: ["People": [Traveller.self, record]])
        let stack = PersistentStack(schema, registry: try StoreRegistry(backends: [backend]))
        do {
            try await stack.attachPersistentStores(
                for: configuration().stores.filter { $0.name == "People" })
            try await stack.start()
            let result = try await stack.perform(nil, body)
            try await stack.close()
            return result
        } catch {
            try? await stack.close()
            throw error
        }
    }
}
