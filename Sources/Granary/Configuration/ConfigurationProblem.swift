/// One fault of a configuration.
struct ConfigurationProblem {
    /// Where the value comes from: a file with its line, an environment variable or an argument; `nil` for values
    /// in code.
    var origin: String?
    /// The key concerned, such as `stores.Reference.type`; empty for the whole.
    var keyPath: String
    /// The fault and its remedy.
    var text: String
    /// An unknown name and the names it may mean; compared only when the problem is shown.
    var mistyped: (name: String, known: [String])?
    /// The code of an error about this problem alone.
    var code: GranaryError.Code = .configuration

    /// The problem as one line of a message, safe for a terminal.
    var line: String {
        let question = mistyped.map { NearestMatch.question($0.name, in: $0.known) } ?? ""
        let parts = [origin, keyPath.isEmpty ? nil : keyPath, text].compactMap { $0 }
        return ShownText.clean(parts.joined(separator: ": ")) + ShownText.clean(question)
    }
}

extension [ConfigurationProblem] {
    /// How many problems one error names.
    private static var mostShown: Int { 50 }

    /// Throws one error that names all problems, a line each; does nothing when there are none.
    func throwAll(path: String? = nil) throws {
        guard let first else { return }
        let codes = Set(map(\.code))
        let rest = self.count - Self.mostShown
        let lines =
            prefix(Self.mostShown).map { "\n- \($0.line)" }.joined()
            + (rest > 0 ? "\n- and \(rest) more; correct these first." : "")
        let count = count == 1 ? "There is 1 problem" : "There are \(count) problems"
        var error = GranaryError(
            codes.count == 1 ? first.code : .configuration,
            "The configuration is not valid. \(count):\(lines)")
        error.context.keyPath = first.keyPath.isEmpty ? nil : first.keyPath
        error.context.path = path
        throw error
    }
}
