/// The rows between two edges; the first does not lie behind the second.
package struct RowRange: Sendable {
    let lower: RowEdge
    let upper: RowEdge

    /// Makes a range between two bounds.
    package init(lower: RowEdge, upper: RowEdge) {
        self.lower = lower
        self.upper = upper
    }

    /// Every row.
    package static let all = RowRange(lower: .start, upper: .end)

    /// The rows that are equal to a probe.
    package static func equal(to probe: ValuesProbe) -> RowRange {
        RowRange(lower: .at(probe, afterEqual: false), upper: .at(probe, afterEqual: true))
    }
}
