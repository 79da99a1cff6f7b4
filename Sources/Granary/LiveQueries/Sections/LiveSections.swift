/// The result of a live query in sections: the objects with the same value of an attribute, one section after the
/// other.
public struct LiveSections<M: Model, Value: Sendable>: RandomAccessCollection, Sendable {
    /// The objects with one value of the attribute, in the order of the query.
    public struct Section: RandomAccessCollection, Sendable {
        /// The value that all objects of the section have.
        public let value: Value
        fileprivate let rows: ArraySlice<LiveRow<M>>

        /// The position of the first element.
        public var startIndex: Int { 0 }
        /// The position after the last element.
        public var endIndex: Int { rows.count }
        /// The element at a position.
        public subscript(position: Int) -> M.Snapshot { rows[rows.startIndex + position].snapshot }
    }

    private let sections: [Section]
    /// The sections that left or entered since the result before; nothing in the first result.
    public let sectionChanges: [SectionChange<Value>]
    /// The changes in sections, also in those that left or entered; nothing in the first result.
    public let changes: [SectionedChange<M.Snapshot>]
    /// Whether this is the first result of its reader.
    public let isFirst: Bool
    /// Whether it combines saves that ``LiveDelivery/every(buffer:)`` would have reported one by one.
    public let hasOverflowed: Bool

    /// Divides a result, and compares its sections with the former ones.
    init(
        _ result: LiveResult<M>, _ layout: SectionLayout, after former: SectionLayout?,
        _ value: (GranaryStore.Value) throws -> Value
    ) throws {
        let rows = result.rows
        sections = try layout.sections.map { key, range in
            let start = rows.startIndex + range.lowerBound
            return Section(value: try value(key), rows: rows[start..<(start + range.count)])
        }
        isFirst = result.isFirst
        hasOverflowed = result.hasOverflowed
        guard let former else {
            sectionChanges = []
            changes = []
            return
        }
        sectionChanges =
            try layout.left(since: former).map { .delete(at: $0, try value($1)) }
            + layout.entered(since: former).map { .insert(at: $0, try value($1)) }
        let staying = StayingPositions(result.changes)
        changes = result.changes.map { SectionedChange($0, from: former, to: layout, staying) }
    }

    /// The position of the first section.
    public var startIndex: Int { 0 }
    /// The position after the last section.
    public var endIndex: Int { sections.count }
    /// The section at a position.
    public subscript(position: Int) -> Section { sections[position] }
}
