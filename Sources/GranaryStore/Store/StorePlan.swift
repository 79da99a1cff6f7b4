/// A description, for people, of how a store would answer a request.
public struct StorePlan: Sendable, Hashable {
    /// The parts that the store evaluates itself.
    public var pushedDown: [String] = []
    /// The parts left to the core, each with the reason.
    public var residual: [String] = []
    /// The name of the index that serves the request, if one does.
    public var index: String?
    /// Whether the store reads every row of the entity.
    public var scansAllRows = true
    /// The statement or description in the engine's own words.
    public var statement = ""
    /// The engine's plan, a line each.
    public var enginePlan: [String] = []

    /// Makes an empty plan.
    public init() {}
}

extension StorePlan: CustomStringConvertible {
    /// The store's work, how it finds the rows, and the work left to the core, one per line.
    public var description: String { lines.joined(separator: "\n") }

    /// The lines of the description; a statement may have several.
    package var lines: [String] {
        var lines = pushedDown.map { "does: \($0)" } + residual.map { "leaves to the core: \($0)" }
        if let index { lines.append("index: \(index)") }
        if scansAllRows { lines.append("reads every row") }
        if !statement.isEmpty { lines.append("statement: \(statement)") }
        return lines + enginePlan.map { "plan: \($0)" }
    }
}
