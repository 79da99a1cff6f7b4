internal import FoundationEssentials

/// A step of a plan as the server explains it.
///
/// Only the kind of the step and names are read: conditions hold the values that were asked for.
struct EnginePlanNode: Decodable {
    private let kind: String
    private let direction: String?
    private let relation: String?
    private let alias: String?
    private let index: String?
    private let parts: [EnginePlanNode]?

    private enum CodingKeys: String, CodingKey {
        case kind = "Node Type"
        case direction = "Scan Direction"
        case relation = "Relation Name"
        case alias = "Alias"
        case index = "Index Name"
        case parts = "Plans"
    }

    private struct Explained: Decodable {
        let plan: EnginePlanNode

        enum CodingKeys: String, CodingKey { case plan = "Plan" }
    }

    /// The outermost step of an explanation in JSON; `nil` for anything else.
    init?(_ text: String) {
        guard let all = try? JSONDecoder().decode([Explained].self, from: Data(text.utf8)),
            let first = all.first
        else { return nil }
        self = first.plan
    }

    /// The steps, each under the one that it serves.
    var lines: [String] { lines(depth: 0) }

    private func lines(depth: Int) -> [String] {
        let backward = direction == "Backward" ? " Backward" : ""
        let line = [
            kind + backward, index.map { "using \($0)" }, relation.map { "on \($0)" },
            alias == relation ? nil : alias,
        ].compactMap { $0 }.joined(separator: " ")
        return [String(repeating: "  ", count: depth) + line]
            + (parts ?? []).flatMap { $0.lines(depth: depth + 1) }
    }

    /// This step and all below it, the outer ones first.
    private var all: [EnginePlanNode] { [self] + (parts ?? []).flatMap(\.all) }

    /// Whether a step reads rows of the entity that was asked for, and not of others.
    private var isAboutRows: Bool { alias == "t0" }

    /// Whether every row of the entity's table is read.
    var scansAllRows: Bool { all.contains { $0.isAboutRows && $0.kind == "Seq Scan" } }

    /// The name of the index by which the rows of the entity are found, or walked in order.
    var indexOfRows: String? {
        for step in all where step.isAboutRows {
            if let index = step.index ?? step.all.lazy.compactMap(\.index).first { return index }
        }
        return nil
    }
}
