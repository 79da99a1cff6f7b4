import ArgumentParser

/// Shows everything in turn.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Reads under each policy, saves offline, is killed, delivers, and undoes.")

    @OptionGroup var options: ClientOptions

    func run() async throws {
        #if HTTP
            try await Demo(configuration: options.config).run()
        #else
            throw ValidationError(OfflineProgram.needsTrait)
        #endif
    }
}

extension OfflineProgram {
    /// What to do about a program that was built without its server.
    static let needsTrait =
        "This program speaks HTTP. Build it with the trait: swift run --traits HTTP offline demo"
}
