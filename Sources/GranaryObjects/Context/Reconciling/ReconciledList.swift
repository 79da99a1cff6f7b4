/// The list that stored rows are reconciled with, and which item each row matches.
struct ReconciledList<Snapshot: ModelSnapshot> {
    /// The items, in the order of the list.
    let items: [Snapshot]
    /// Which object each item matches.
    var table: MatchTable

    /// Finds the match keys of a list.
    ///
    /// With `nilMatches`, an item with `nil` in a matched property can match a row too.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` when two items have the same one, or a value that no store can
    ///   hold.
    init(_ items: [Snapshot], _ matching: MatchedProperties<Snapshot>, nilMatches: Bool) throws {
        self.items = items
        var bits = try Snapshot.Object._matchBits(of: items, by: matching.rowMatching)
        if !nilMatches, matching.mayBeNil {
            for (position, item) in items.enumerated() where try matching.holdsNil(item) {
                bits[position] = nil
            }
        }
        table = MatchTable(bits)
        if let (first, second) = table.duplicate { throw Self.duplicate(first, second, matching) }
    }

    private static func duplicate(_ first: Int, _ second: Int, _ matching: MatchedProperties<Snapshot>)
        -> GranaryError
    {
        let names = matching.names.map { "“\($0)”" }.joined(separator: " and ")
        return GranaryError(
            .invalidValue,
            "The items at the positions \(first) and \(second) of the list have the same \(names), by which rows are matched. Leave one of them out, or match by more properties.",
            context: .init(entity: matching.entity.name, properties: matching.names))
    }
}
