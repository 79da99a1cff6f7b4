import Granary

/// The same for people.
struct HistoryListing {
    let document: MigrationsDocument
    let width: Int

    /// A paragraph for each store.
    var text: String {
        let dropped = document.dropped.map { [Screen.clean("Deleted \($0).")] } ?? []
        let stores = document.stores.map(text)
        let all = dropped + (stores.isEmpty ? ["No store of the configuration is kept."] : stores)
        return all.joined(separator: "\n\n")
    }

    private func text(_ history: StoreHistory) -> String {
        var lines = [Screen.clean(history.configurations.joined(separator: ", "))]
        if let error = history.error { return "\(lines[0])\n  \(Screen.clean(error.message))" }
        lines.append("  \(Self.version(history))")
        if !history.migrations.isEmpty {
            var table = TextTable(headings: ["From", "To", "By", ""])
            table.rows = history.migrations.map { edge in
                [
                    ByteText.short(edge.from), ByteText.short(edge.to), Self.means(edge),
                    edge.isNext ? "on the way" : edge.hasRun ? "has run" : "",
                ]
            }
            lines += table.text.parts(between: "\n").map { "  \($0)" }
        }
        if !history.past.isEmpty {
            let steps = history.past.map { step in
                step.name.map { "“\($0)”" }
                    ?? "\(ByteText.short(step.source)) → \(ByteText.short(step.target))"
            }
            lines.append(Screen.clean("  has been through: \(steps.joined(separator: ", "))"))
        }
        for place in history.kept { lines.append(Screen.clean("  put aside: \(place)")) }
        return lines.joined(separator: "\n")
    }

    private static func means(_ edge: StoreHistory.Edge) -> String {
        if let name = edge.name { return Screen.clean("code on data, “\(name)”") }
        return edge.runsCode ? "code" : "what follows from the two"
    }

    private static func version(_ history: StoreHistory) -> String {
        guard let held = history.fingerprint else { return "does not exist yet" }
        let text = "holds version \(ByteText.short(held))"
        guard let wanted = history.wanted else { return text }
        if held == wanted { return "\(text), that of the program's models" }
        let models = "the program's models are version \(ByteText.short(wanted))"
        return history.refusal == nil ? "\(text); \(models)" : "\(text) and cannot follow; \(models)"
    }
}
