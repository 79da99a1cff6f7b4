import Granary

/// The diagram of a schema: boxes with rows, and lines between them.
struct SchemaGraph: Sendable {
    /// A model.
    struct Box: Sendable {
        var name: String
        var configuration: String
        var rows: [Row]
    }

    /// An attribute.
    struct Row: Sendable, Equatable {
        var name: String
        var type: String
        var isKey: Bool
        var isUnique: Bool
    }

    /// The number of objects at one end of a line.
    enum End: Sendable, Equatable {
        case one, zeroOrOne, many
    }

    /// A relationship with its inverse, drawn once.
    struct Line: Sendable, Equatable {
        /// The positions of the boxes.
        var from: Int
        var to: Int
        /// How many of each there are for one of the other.
        var fromEnd: End
        var toEnd: End
        /// The names of the relationship and of its inverse.
        var label: String
        /// Whether the two are in different configurations.
        var crosses: Bool
    }

    private(set) var boxes: [Box] = []
    private(set) var lines: [Line] = []

    /// Takes the models of a schema, in the order of configurations and names.
    init(_ schema: StoredSchema) {
        let models = schema.tables.filter { !$0.isPairs }
            .sorted { ($0.configuration, $0.model ?? $0.name) < ($1.configuration, $1.model ?? $1.name) }
        boxes = models.map(Self.box)
        for position in models.indices { addLines(of: position, models) }
    }

    private static func box(_ table: StoredTable) -> Box {
        let referring = Set(table.relationships.flatMap(\.columns) + table.references.flatMap(\.columns))
        return Box(
            name: table.model ?? table.name, configuration: table.configuration,
            rows: table.columns.filter { !referring.contains($0.name) || table.key.contains($0.name) }.map {
                Row(
                    name: $0.property, type: $0.type.rawValue + ($0.isOptional ? "?" : ""),
                    isKey: table.key.contains($0.name), isUnique: table.uniques.contains([$0.name]))
            })
    }

    private mutating func addLines(of position: Int, _ models: [StoredTable]) {
        let table = models[position]
        for relationship in table.relationships {
            guard let end = models.firstIndex(where: { $0.model == relationship.destination }) else {
                continue
            }
            let inverse = models[end].relationships.first {
                $0.name == relationship.inverse && $0.destination == table.model
            }
            if let inverse, isDrawnFromThere(relationship, position, inverse, end) { continue }
            lines.append(
                Line(
                    from: position, to: end, fromEnd: Self.end(inverse), toEnd: Self.end(relationship),
                    label: [relationship.name, inverse?.name].compactMap { $0 }.joined(separator: " / "),
                    crosses: boxes[position].configuration != boxes[end].configuration))
        }
        // A store of format 1 describes the targets of its columns, but not the relationships.
        for reference in table.references where table.relationships.isEmpty {
            guard let end = models.firstIndex(where: { $0.name == reference.table }) else { continue }
            lines.append(
                Line(
                    from: position, to: end, fromEnd: .many, toEnd: .zeroOrOne,
                    label: reference.columns.joined(separator: ", "), crosses: false))
        }
    }

    /// Whether a relationship is drawn with its inverse: from the end to one that has the columns, else from the first
    /// by position and name.
    private func isDrawnFromThere(
        _ relationship: StoredRelationship, _ position: Int, _ inverse: StoredRelationship, _ end: Int
    ) -> Bool {
        if relationship.columns.isEmpty != inverse.columns.isEmpty { return relationship.columns.isEmpty }
        return (end, inverse.name) < (position, relationship.name)
    }

    /// How many objects a relationship leads to; any number where there is none.
    private static func end(_ relationship: StoredRelationship?) -> End {
        guard let relationship, !relationship.isToMany else { return .many }
        return relationship.isOptional ? .zeroOrOne : .one
    }
}
