/// A schema as an entity relationship diagram in Mermaid.
struct MermaidDiagram {
    private let graph: SchemaGraph

    init(_ graph: SchemaGraph) { self.graph = graph }

    /// The text of the diagram.
    var text: String {
        (["erDiagram"] + graph.boxes.enumerated().map(box) + graph.lines.map(line)).joined(separator: "\n")
    }

    /// Boxes have plain identifiers, and show the names of the models.
    private func box(_ position: Int, _ box: SchemaGraph.Box) -> String {
        let head = "    \(name(position))[\"\(Self.quoted(box.name))\"]"
        if box.rows.isEmpty { return head }
        let rows = box.rows.map { row in
            let key = row.isKey ? " PK" : row.isUnique ? " UK" : ""
            let isOptional = row.type.utf8.last == UInt8(ascii: "?")
            let type = isOptional ? String(row.type.dropLast()) : row.type
            return "        \(type) \(Self.word(row.name))\(key)\(isOptional ? " \"optional\"" : "")"
        }
        return ([head + " {"] + rows + ["    }"]).joined(separator: "\n")
    }

    private func line(_ line: SchemaGraph.Line) -> String {
        let left =
            switch line.fromEnd {
            case .one: "||"
            case .zeroOrOne: "|o"
            case .many: "}o"
            }
        let right =
            switch line.toEnd {
            case .one: "||"
            case .zeroOrOne: "o|"
            case .many: "o{"
            }
        let stroke = line.crosses ? ".." : "--"
        return
            "    \(name(line.from)) \(left)\(stroke)\(right) \(name(line.to)) : \"\(Self.quoted(line.label))\""
    }

    /// The plain name of a box: that of the model where Mermaid can read it and no other box has it, else its number.
    private func name(_ position: Int) -> String {
        let name = graph.boxes[position].name
        let isPlain = name == Self.word(name) && !Self.words.contains(name.lowercased())
        return isPlain && graph.boxes.count { $0.name == name } == 1 ? name : "box_\(position)"
    }

    /// Words that mean something else in a diagram.
    private static let words: Set<String> = [
        "erdiagram", "title", "direction", "style", "classdef", "class", "one", "only", "many", "zero", "to",
        "u",
    ]

    /// A word that Mermaid can read: other signs than ASCII letters and digits are underscores.
    private static func word(_ text: String) -> String {
        let word = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isPlain =
                        scalar.isASCII
                        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                    return isPlain ? scalar : "_"
                }))
        let startsWell = word.unicodeScalars.first.map { $0.properties.isAlphabetic } ?? false
        return startsWell ? word : "_\(word)"
    }

    /// Text between quotation marks, in which some signs would end it.
    private static func quoted(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0 == "\"" || $0.properties.generalCategory == .control ? "'" : $0 }
            ))
    }
}
