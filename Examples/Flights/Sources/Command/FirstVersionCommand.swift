import ArgumentParser
import Granary

/// Puts stores of the first version in place.
struct FirstVersionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "first-version", abstract: "Put January in place as the first version stored it.",
        discussion: """
            Then there is something to migrate. The stores of January ship for granary.yaml and granary-leveldb.yaml; \
            with --data, the models of the first version store other data, and for any configuration. A store that is \
            there already is left as it is, and named.
            """)

    @OptionGroup var options: StoreOptions

    func run() async throws {
        if let flights = try await options.storeInFirstVersion() {
            return try Console.show("Stored \(Wording.count(flights, "flight")) in version 1.")
        }
        var lines: [String] = []
        for place in try await options.persistentStores() {
            guard place.configurations.count == 1 else {
                throw DataError(
                    place.path,
                    "A store of the first version holds one configuration; use granary.yaml or granary-leveldb.yaml."
                )
            }
            let store = try FirstVersionStore(of: place.configurations[0], type: place.type.name)
            try store.unpack(to: place.path)
            lines.append("The first version's \(store.name) is in \(place.path)")
        }
        try Console.show(lines.isEmpty ? "The configuration keeps nothing." : lines.joined(separator: "\n"))
    }
}
