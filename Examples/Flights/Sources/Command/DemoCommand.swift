import ArgumentParser

/// Imports missing data and prints every answer.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Import what is missing and print all answers as tables.")

    @OptionGroup var options: StoreOptions

    func run() async throws {
        let report = try await options.withData { stack, _ in
            Report(answers: try await Answers(from: stack), width: Console.width).text
        }
        try Console.show(report)
    }
}
