import ArgumentParser

/// Prints the answers, as tables or as JSON.
struct AnswersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answers", abstract: "Print the answers.",
        discussion: "Imports what is missing first. The JSON is the same from every store.")

    @OptionGroup var options: StoreOptions

    @Flag(help: "Print one JSON object instead of tables.") var json = false

    func run() async throws {
        let json = json
        let text = try await options.withData { stack, _ in
            let answers = try await Answers(from: stack)
            return json
                ? try AnswersDocument(answers).json() : Report(answers: answers, width: Console.width).text
        }
        try Console.show(text)
    }
}
