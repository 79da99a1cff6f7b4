package import ArgumentParser
import Granary

/// A command of the tool: it makes an answer, which is then printed as text or as JSON.
package protocol ToolCommand: AsyncParsableCommand {
    /// How the answer is wanted.
    var output: OutputOptions { get }
    /// Carries out the command.
    func answer(on screen: Screen) async throws -> ToolAnswer
}

/// The output of a command, and its exit code.
package struct Conclusion: Sendable, Equatable {
    /// The text of the standard output.
    package var output = ""
    /// The text of the error output.
    package var errors = ""
    /// The exit code.
    package var exitCode: Int32
}

extension ToolCommand {
    /// Runs the command and prints its answer.
    ///
    /// - Throws: the exit code, when it is not 0.
    package func run() async throws {
        let conclusion = await conclude(on: .standard)
        guard Screen.show(conclusion.output) else { throw ExitCode.failure }
        Screen.note(conclusion.errors)
        if conclusion.exitCode != 0 { throw ExitCode(conclusion.exitCode) }
    }

    /// Runs the command; errors become text.
    package func conclude(on screen: Screen) async -> Conclusion {
        do {
            let answer = try await answer(on: screen)
            var conclusion = Conclusion(
                output: output.json ? try JSONText.of(answer.document) : answer.text + "\n",
                exitCode: answer.ending.rawValue)
            if let complaint = answer.complaint, !output.json {
                conclusion.errors = ToolFailure.line(complaint)
            }
            return conclusion
        } catch {
            let failure = ToolFailure(error)
            return Conclusion(
                errors: output.json ? failure.json : ToolFailure.line(failure.error.message),
                exitCode: failure.ending.rawValue)
        }
    }
}
