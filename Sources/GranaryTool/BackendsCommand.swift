import ArgumentParser

/// Lists the backends that this tool was built with.
struct BackendsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backends",
        abstract: "Lists store types, their capabilities and options.",
        discussion: """
            A configuration chooses among these types. A program can register \
            further ones, which this tool does not know.
            """)

    func run() async throws {
        print(BackendListing(registry: try ShippedBackends.registry()).text)
    }
}
