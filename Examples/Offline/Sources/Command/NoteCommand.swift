import ArgumentParser
import Granary

/// Saves remarks without a network and kills the process: what `demo` starts.
struct NoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Saves two remarks without a network, and kills itself.",
        shouldDisplay: false)

    @OptionGroup var options: ClientOptions

    func run() async throws {
        #if HTTP
            // Nobody listens there.
            let client = try await AirportClient(options.config, server: "http://127.0.0.1:9")
            try await client.stack.perform { context in
                let flight = try context.fetch(
                    Flight.where { $0.origin == "JFK" }.sorted { $0.code.ascending }
                ).first
                let remark = Remark("Gate is closed.", about: flight)
                try context.insert(remark)
                try context.insert(Remark("Opened again.", answering: remark))
                try context.insert(Remark("Unbelievable!!!", about: flight))
                try context.save()
            }
            EndOfProcess.kill()
        #else
            throw ValidationError(OfflineProgram.needsTrait)
        #endif
    }
}
