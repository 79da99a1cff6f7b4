extension JoinRunner {
    /// The largest number of keys that go over to a store as a list.
    static var mostKeys: Int { 1_000 }

    /// Counts both sides.
    func sizes() throws -> JoinSizes {
        JoinSizes(first: try count(first.rows), second: try count(second.rows))
    }

    private func count(_ rows: FetchRequest) throws -> Int {
        func count<M: Model>(_ type: M.Type) throws -> Int { try queries.countObjects(type, rows) }
        return try count(queries.graph.tables[rows.entity.index].modelType())
    }

    /// Whether the keys of the rows that are kept go over to the request for the others, as a list.
    ///
    /// Only where they are few compared with the rows that they exclude, and where the others are not wanted without a
    /// partner.
    func passesKeys(_ sizes: JoinSizes) -> Bool {
        let passing = sizes.kept.other
        return conditions.keys.contains(where: \.isPassed) && !request(passing).rows.hasRange
            && !(keepsUnpaired && passing == .first)
            && sizes.smaller <= Self.mostKeys && sizes.smaller <= sizes.larger / 4
    }

    /// Refuses a join that would compare too many pairs.
    ///
    /// - Throws: ``GranaryError/Code/query``.
    func requireBound(_ sizes: JoinSizes) throws {
        guard conditions.keys.isEmpty else { return }
        let (compared, overflow) = sizes.first.multipliedReportingOverflow(by: sizes.second)
        if !overflow, compared <= mostCompared { return }
        let names = "\(first.rows.entity.name) with \(second.rows.entity.name)"
        throw GranaryError(
            .query,
            "A join of \(names) would compare \(sizes.first) by \(sizes.second) objects, more than \(mostCompared) pairs: it is a join without a bound. Join by an equality of both sides, limit their queries, or raise the bound with `comparing(atMost:)`.",
            context: .init(entity: first.rows.entity.name))
    }
}
