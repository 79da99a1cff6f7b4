internal import Granary
internal import GranarySQL

extension PostgreSQLSession {
    func explain(_ request: FetchRequest) throws -> StorePlan {
        try request.validate()
        let table = try store.table(of: request.entity)
        if request.isPlain { return try plainPlan(request, table) }
        var plan = StorePlan()
        guard let select = SelectLowering(request, layout: store.layout, dialect: store.dialect),
            let parameters = try select.rows.binaryParameters()
        else {
            plan.residual = ["everything but the selection: it is more than one statement can hold"]
            if case .all = request.selection {} else { plan.scansAllRows = false }
            return plan
        }
        plan.pushedDown = select.pushedDown
        plan.residual = select.residual
        try addEnginePlan(of: select.rows.rendered(for: store.dialect), parameters, table, to: &plan)
        return plan
    }

    private func plainPlan(_ request: FetchRequest, _ table: EntityTable) throws -> StorePlan {
        var plan = StorePlan()
        switch request.selection {
        case .all: break
        case .keys(let keys): plan.pushedDown = ["the key is one of \(keys.count) keys"]
        case .referring(let name, let keys): plan.pushedDown = ["\(name) is one of \(keys.count) keys"]
        }
        guard let parameters = try plainParameters(request.selection, of: table) else {
            plan.scansAllRows = false
            return plan
        }
        try addEnginePlan(of: try plainText(request.selection, of: table), parameters, table, to: &plan)
        return plan
    }

    private func addEnginePlan(
        of text: String, _ parameters: Parameters, _ table: EntityTable, to plan: inout StorePlan
    ) throws {
        plan.statement = text
        let found = try rows("EXPLAIN \(text)", parameters)
        let lines = (0..<found.count).compactMap { found.text($0, 0) }.map(EnginePlanLine.init)
        plan.enginePlan = lines.map(\.shown)
        let index = EnginePlanLine.index(in: lines)
        plan.index = index == "\(table.definition.name)_pkey" ? "primary key" : index
        plan.scansAllRows = lines.contains(where: \.isScan)
    }
}

/// A line of `EXPLAIN`, such as `->  Index Scan using "Flight_delay_index" on "Flight" t0`.
struct EnginePlanLine {
    private let text: String

    init(_ text: String) { self.text = text }

    /// The line as people may see it: conditions hold the values that were asked for, and are left out.
    var shown: String {
        guard !text.contains("->"), let colon = text.firstIndex(of: ":"), text.hasPrefix(" ") else {
            return text
        }
        return text[...colon] + " …"
    }

    /// Whether the line says that every row of the entity's table is looked at.
    var isScan: Bool { text.contains("Seq Scan on ") && isAboutRows }

    private var isAboutRows: Bool { text.contains(" t0 ") || text.hasSuffix(" t0") }

    /// The name of the index by which the rows of the entity are found, or walked in order.
    static func index(in lines: [EnginePlanLine]) -> String? {
        for (position, line) in lines.enumerated() where line.isAboutRows {
            if let name = line.name(after: "Scan using ") ?? line.name(after: "Scan Backward using ") {
                return name
            }
            guard line.text.contains("Bitmap Heap Scan on ") else { continue }
            return lines[position...].lazy.compactMap { $0.name(after: "Bitmap Index Scan on ") }.first
        }
        return nil
    }

    private func name(after marker: String) -> String? {
        guard let range = text.firstRange(of: marker) else { return nil }
        let rest = text[range.upperBound...]
        if rest.first == "\"" {
            return rest.dropFirst().firstIndex(of: "\"").map {
                String(rest[rest.index(after: rest.startIndex)..<$0])
            }
        }
        return String(rest.prefix { $0 != " " })
    }
}
