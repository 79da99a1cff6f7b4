import ArgumentParser
import Flights
import FoundationEssentials
import Granary
import GranaryAccounts

/// Switches from the guest to each traveller in turn, and says who is current, until it is killed: what `demo` starts.
struct SwitchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "switch", abstract: "Switches between the travellers until it is killed.",
        shouldDisplay: false)

    @OptionGroup var options: TravelOptions

    func run() async throws {
        #if HTTP
            // Nobody listens there, and no credential is too old.
            let client = TravelClient(link: ServerLink(), person: Person()) { .distantPast }
            let accounts = try await Travel.open(options.config, client)
            let known = try await accounts.sharedStack.perform { context in
                try context.fetch(Traveller.all.sorted { $0.email.ascending }).map(\.objectID)
            }
            for _ in 1...1_000 {
                try await accounts.switch(to: accounts.guest)
                try Console.show(accounts.current.id.name)
                for id in known {
                    try await accounts.switch(to: accounts.account(id))
                    try Console.show(accounts.current.id.name)
                }
            }
            try await accounts.close()
        #else
            throw ValidationError(TravellersProgram.needsTrait)
        #endif
    }
}
