import ArgumentParser
import Granary
import GranaryAccounts

/// Which accounts a command is for.
struct AccountChoice: ParsableArguments {
    @Argument(help: "The places of accounts; all of them unless given.") var places: [String] = []

    /// The records that are chosen, without those that are being forgotten.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for a place without a record.
    func accounts(of found: FoundAccounts) throws -> [StoredAccount] {
        let all = try found.read { try $0.all() }.filter { !$0.isForgotten }
        for place in places where !all.contains(where: { $0.place == place }) {
            throw FoundAccounts.unknown(place)
        }
        return places.isEmpty ? all : all.filter { places.contains($0.place) }
    }
}
