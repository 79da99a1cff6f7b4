import FoundationEssentials
import Granary

/// The record of the guest; there is only one.
enum GuestRecord {
    /// The place of the guest; it is the drawn one for the first who asks.
    ///
    /// - Throws: errors of the shared store.
    static func place(in stack: PersistentStack, drawn: String, _ hour: Date) async throws -> String {
        do { return try await find(in: stack, drawn, hour) } catch GranaryError.Code.constraint {
            // Another process has made it since.
            return try await find(in: stack, drawn, hour)
        }
    }

    private static func find(in stack: PersistentStack, _ drawn: String, _ hour: Date) async throws -> String
    {
        let nobody = AccountRecord.nobody
        return try await stack.perform(.ofRecords) { context in
            if let known = try context.fetch(AccountRecord.where { $0.user == nobody }).first {
                return known.place
            }
            try context.insert(AccountRecord(place: drawn, user: nobody, lastUsed: hour))
            try context.save()
            return drawn
        }
    }
}
