/// A schema as a picture.
struct SVGDiagram {
    private let graph: SchemaGraph
    private let layout: DiagramLayout
    private let title: String

    init(_ graph: SchemaGraph, title: String) {
        self.graph = graph
        self.title = title
        layout = DiagramLayout(graph)
    }

    /// The text of the SVG file.
    var text: String {
        let size = "width=\"\(layout.width)\" height=\"\(layout.height)\""
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) viewBox="0 0 \(layout.width) \(layout.height)" role="img">
            <title>\(Self.escaped(title))</title>
            \(Self.style)
            """
        return ([head] + graph.lines.map(line) + graph.boxes.indices.map(box) + ["</svg>"])
            .joined(separator: "\n")
    }

    private static let style = """
        <style>
        svg { background: #fff; font: 12px ui-monospace, Menlo, Consolas, monospace; }
        text { fill: #1c2430; } .name { font-weight: bold; } .label { fill: #5a6675; font-size: 11px; }
        rect { fill: #fff; stroke: #5a6675; rx: 4; } .head { fill: #e6edf5; }
        path { fill: none; stroke: #5a6675; } .dotted { stroke-dasharray: 5 4; }
        @media (prefers-color-scheme: dark) {
          svg { background: #12161c; } text { fill: #e3e8ef; } .label { fill: #9aa7b8; }
          rect { fill: #1a2029; stroke: #6b7a8d; } .head { fill: #263242; } path { stroke: #6b7a8d; }
        }
        </style>
        """

    private func box(_ position: Int) -> String {
        let box = graph.boxes[position]
        let frame = layout.frames[position]
        var parts = [
            rectangle(frame, height: frame.height, of: ""),
            rectangle(frame, height: DiagramLayout.headHeight, of: " class=\"head\""),
            text(box.name, frame.x + 10, frame.y + 17, "name"),
        ]
        for (number, row) in box.rows.enumerated() {
            let y = frame.y + DiagramLayout.headHeight + 16 + number * DiagramLayout.rowHeight
            parts.append(text(DiagramLayout.text(row), frame.x + 10, y, nil))
        }
        return
            (["<g><title>\(Self.escaped("\(box.name), configuration \(box.configuration)"))</title>"] + parts
            + ["</g>"])
            .joined(separator: "\n")
    }

    private func rectangle(_ frame: DiagramLayout.Frame, height: Int, of style: String) -> String {
        "<rect\(style) x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(frame.width)\" height=\"\(height)\"/>"
    }

    private func text(_ text: String, _ x: Int, _ y: Int, _ style: String?) -> String {
        let style = style.map { " class=\"\($0)\"" } ?? ""
        return "<text\(style) x=\"\(x)\" y=\"\(y)\" xml:space=\"preserve\">\(Self.escaped(text))</text>"
    }

    /// A curve from the right of one box to the left of the other, or round a box that refers to itself or lies above
    /// another.
    private func line(_ line: SchemaGraph.Line) -> String {
        let from = layout.frames[line.from]
        let to = layout.frames[line.to]
        let start = (x: from.x + from.width, y: from.y + height(of: line, at: line.from))
        let isForward = to.x > start.x
        let end = (
            x: isForward ? to.x : to.x + to.width,
            y: to.y + height(of: line, at: line.to) + (line.from == line.to ? 12 : 0)
        )
        let bend = isForward ? max(40, (end.x - start.x) / 2) : 60
        let far = isForward ? end.x - bend : max(start.x, end.x) + bend
        let near = isForward ? start.x + bend : max(start.x, end.x) + bend
        let style = line.crosses ? " class=\"dotted\"" : ""
        let middle = (x: (start.x + 3 * near + 3 * far + end.x) / 8, y: (start.y + end.y) / 2 - 4)
        return """
            <path\(style) d="M \(start.x) \(start.y) C \(near) \(start.y), \(far) \(end.y), \(end.x) \(end.y)"/>
            \(text(line.label, middle.x - Int(Double(line.label.count) * 3.3), middle.y, "label"))
            \(text(Self.mark(line.fromEnd), start.x + 4, start.y - 4, "label"))
            \(text(Self.mark(line.toEnd), isForward ? end.x - 26 : end.x + 4, end.y - 4, "label"))
            """
    }

    /// Where a line meets a box, from its top: the lines of one box one below the other, within its height.
    private func height(of line: SchemaGraph.Line, at box: Int) -> Int {
        let earlier = graph.lines.prefix { $0 != line }.count { $0.from == box || $0.to == box }
        return 13 + min(earlier * 12, max(0, layout.frames[box].height - 20))
    }

    private static func mark(_ end: SchemaGraph.End) -> String {
        switch end {
        case .one: "1"
        case .zeroOrOne: "0..1"
        case .many: "*"
        }
    }

    /// Text that is safe between the marks of XML, which knows no other control characters than tabs and line breaks.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default:
                scalar.properties.generalCategory == .control || scalar.value & 0xfffe == 0xfffe
                    ? "?" : String(scalar)
            }
        }.joined()
    }
}
