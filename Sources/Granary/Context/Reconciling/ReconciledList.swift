/// The list that stored rows are reconciled with, and the position of each match key in it.
struct ReconciledList<Snapshot: ModelSnapshot> {
    /// The items, in the order of the list.
    let items: [Snapshot]
    /// The bits by which each item is matched; `nil` for one whose key is yet to be generated.
    let bits: [KeyBits?]
    private let positions: [KeyBits: Int]

    /// Finds the match keys of a list.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` when two items have the same one, or a value that no store can hold.
    init(_ items: [Snapshot], _ matching: MatchedProperties<Snapshot>) throws {
        var bits: [KeyBits?] = []
        var positions: [KeyBits: Int] = [:]
        bits.reserveCapacity(items.count)
        positions.reserveCapacity(items.count)
        for (position, item) in items.enumerated() {
            let key = try matching.bits(of: item)
            bits.append(key)
            guard let key else { continue }
            if let first = positions.updateValue(position, forKey: key) {
                throw Self.duplicate(first, position, matching)
            }
        }
        self.items = items
        self.bits = bits
        self.positions = positions
    }

    /// The position of the item that is matched by these bits.
    func position(of bits: KeyBits) -> Int? { positions[bits] }

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
