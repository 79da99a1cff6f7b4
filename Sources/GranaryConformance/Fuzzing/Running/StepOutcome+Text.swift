import Granary

extension StepOutcome: CustomStringConvertible {
    /// The outcome for people.
    var description: String {
        switch self {
        case .rows(let rows): ProgramText.text(rows)
        case .count(let number): "count \(number.map { "\($0)" } ?? "left to the core")"
        case .results(let rows): rows.map { ProgramText.text($0) } ?? "left to the core"
        case .pairs(let pairs): "pairs \(pairs.map { ProgramText.text($0) }.joined(separator: ", "))"
        case .keys(let keys): "keys \(ProgramText.text(keys))"
        case .committed(let conflicts, let state):
            "committed, conflicts \(conflicts.map { "\($0.entity) \(ProgramText.text($0.key.values))" }.sorted()), then\(ProgramText.text(state))"
        case .failed(let code, let state): "the error \(code.rawValue), then \(ProgramText.text(state))"
        case .done: "done"
        case .wrong(let text): "what no store may do: \(text)"
        }
    }
}
