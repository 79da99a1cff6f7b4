// No `CustomDebugStringConvertible`: the text of an array or an optional would show the values.
extension Query: CustomStringConvertible, CustomReflectable {
    /// The model, the condition, the order and the range, with question marks in place of values, so that it can be logged.
    public var description: String { text(ExpressionText(showsValues: false)) }

    /// The same with the values of the conditions; not for logs.
    public var debugDescription: String { text(ExpressionText(showsValues: true)) }

    /// The parts of the query, with values.
    public var customMirror: Mirror {
        let parts = parts(ExpressionText(showsValues: true))
        return Mirror(
            self, children: [("model", M.modelDescription.name)] + parts.map { ($0.name, $0.text) },
            displayStyle: .struct)
    }

    private func text(_ writer: ExpressionText) -> String {
        ([M.modelDescription.name] + parts(writer).map { "\($0.name) \($0.text)" }).joined(separator: ", ")
    }

    /// The parts that say something, each with its name.
    private func parts(_ writer: ExpressionText) -> [(name: String, text: String)] {
        var parts: [(name: String, text: String)] = []
        if let predicate { parts.append(("where", writer.text(predicate))) }
        if !sort.isEmpty {
            let terms = sort.map { writer.text($0.expression) + ($0.isDescending ? " descending" : "") }
            parts.append(("by", terms.joined(separator: ", ")))
        }
        if offset != 0 { parts.append(("offset", "\(offset)")) }
        if let limit { parts.append(("limit", "\(limit)")) }
        if !prefetch.isEmpty {
            let paths = prefetch.map { $0.joined(separator: ".") }
            parts.append(("prefetching", paths.joined(separator: ", ")))
        }
        if lifted.areAll { parts.append(("unfiltered", "all")) }
        if !lifted.names.isEmpty {
            parts.append(("unfiltered", lifted.names.joined(separator: ", ")))
        }
        if skipsUnreadable { parts.append(("skipping", "unreadable rows")) }
        if cursor != nil { parts.append(("after", "a page")) }
        if let problem { parts.append(("problem", problem.message)) }
        return parts
    }
}
