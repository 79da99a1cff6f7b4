import Granary

/// The content of a program's stores at one point in time, for a model in plain Swift.
struct StoredState: Sendable {
    /// One object: its values in the order of the columns and by name, and the keys of its members.
    struct Row: Sendable {
        var values: [Value]
        var named: [String: Value] = [:]
        var members: [String: [Value]] = [:]

        /// An integer; `nil` where it is null.
        func integer(_ name: String) -> Int? {
            if case .integer(let number)? = named[name] { Int(number) } else { nil }
        }

        /// The value of a column; null where there is none.
        subscript(name: String) -> Value { named[name] ?? .null }
    }

    private var rows: [String: [Row]] = [:]

    /// The state of empty stores.
    init() {}

    /// Parses what a new context shows: an object's name and values, and then a line for each of its
    /// lists.
    init(_ lines: [[Value]], _ schema: Schema) {
        var name = ""
        for line in lines {
            guard case .text(let label)? = line.first else { continue }
            if let entity = schema.entity(label) {
                name = label
                var row = Row(values: Array(line.dropFirst()))
                for (column, value) in zip(entity.columns, row.values) { row.named[column.name] = value }
                for relationship in entity.toOne where relationship.columns.count == 1 {
                    row.named[relationship.name] = row.values[relationship.columns.lowerBound]
                }
                rows[name, default: []].append(row)
            } else if let last = rows[name]?.indices.last {
                rows[name]?[last].members[String(label.drop { $0 == " " })] = Array(line.dropFirst())
            }
        }
    }

    /// The objects of a model in the order of their keys.
    subscript(name: String) -> [Row] { rows[name] ?? [] }

    /// The object of a model with a key of one part; `nil` for a null key, and where there is none.
    func row(_ name: String, _ key: Value) -> Row? {
        key.isNull ? nil : self[name].first { $0.values.first == key }
    }
}

extension [StoredState.Row] {
    /// The rows in the order of an integer, nulls first, or reversed; ties go by key in the same direction.
    func sorted(by name: String, descending: Bool = false) -> [StoredState.Row] {
        // The rows come in the order of their keys, which a stable sort keeps.
        let rows = sorted { left, right in
            guard let right = right.integer(name) else { return false }
            return left.integer(name).map { $0 < right } ?? true
        }
        return descending ? rows.reversed() : rows
    }

    /// The values of the rows.
    var values: [[Value]] { map(\.values) }
}
