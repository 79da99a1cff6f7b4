// No `CustomDebugStringConvertible`: the text of an array or an optional would show the values.
extension Query: CustomStringConvertible, CustomReflectable {
    /// The query as ``text()`` writes it, with `…` in place of values, so that it can be logged.
    public var description: String { text(.hidden) }

    /// The same with the values of the conditions, long ones cut; not for logs.
    public var debugDescription: String { text(.shortened) }

    /// The parts of the query, with values.
    public var customMirror: Mirror {
        var writer = QueryWriter(.shortened)
        var children: [(label: String?, value: Any)] = [("model", M.modelDescription.name)]
        for part in writer.parts(of: asText) { children.append((part.name, part.text)) }
        if let problem { children.append(("problem", problem.message)) }
        return Mirror(self, children: children, displayStyle: .struct)
    }

    private func text(_ constants: QueryWriter.Constants) -> String {
        var writer = QueryWriter(constants)
        let text = writer.text(asText)
        return problem.map { "\(text) (\($0.message))" } ?? text
    }
}
