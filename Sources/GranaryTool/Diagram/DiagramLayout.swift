/// The places of a diagram's boxes: in columns, with the boxes that others refer to on their right.
struct DiagramLayout {
    /// The place of a box.
    struct Frame: Sendable, Equatable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    /// The places of the boxes, in their order.
    private(set) var frames: [Frame]
    /// The size of the whole.
    private(set) var width = 0
    private(set) var height = 0

    /// The width of a sign of the font, nearly; fonts of one width are 0.6 of their size wide.
    static let sign = 7.25
    static let rowHeight = 18
    static let headHeight = 26
    private static let margin = 24
    private static let columnGap = 110
    private static let rowGap = 28

    /// Places the boxes of a graph.
    init(_ graph: SchemaGraph) {
        frames = graph.boxes.map { box in
            let longest = ([box.name.count + 2] + box.rows.map { Self.text($0).count }).max() ?? 0
            return Frame(
                x: 0, y: 0, width: Int(Double(longest) * Self.sign) + 20,
                height: Self.headHeight + box.rows.count * Self.rowHeight + 6)
        }
        var x = Self.margin
        for column in Self.columns(graph) {
            var y = Self.margin
            for box in column {
                (frames[box].x, frames[box].y) = (x, y)
                y += frames[box].height + Self.rowGap
            }
            height = max(height, y - Self.rowGap + Self.margin)
            x += (column.map { frames[$0].width }.max() ?? 0) + Self.columnGap
        }
        width = max(2 * Self.margin, x - Self.columnGap + Self.margin)
        height = max(height, 2 * Self.margin)
    }

    /// The text of a row.
    static func text(_ row: SchemaGraph.Row) -> String {
        "\(row.name)  \(row.type)\(row.isKey ? "  key" : row.isUnique ? "  unique" : "")"
    }

    /// The boxes by column: each as far to the right as the longest way that leads to it, up to the root of their
    /// number.
    private static func columns(_ graph: SchemaGraph) -> [[Int]] {
        var most = 1
        while most * most < graph.boxes.count { most += 1 }
        var depths = graph.boxes.map { _ in 0 }
        // Circles of relationships end at the last column.
        for _ in 0..<most {
            for line in graph.lines where line.from != line.to {
                depths[line.to] = max(depths[line.to], min(most - 1, depths[line.from] + 1))
            }
        }
        return (0..<most).map { depth in depths.indices.filter { depths[$0] == depth } }.filter {
            !$0.isEmpty
        }
    }
}
