/// A condition that an order of rows can answer, because it is about columns of the row alone.
package enum IndexableTest: Sendable {
    /// Some columns hold one of these lists of values.
    case points(columns: [Int], [[Value]])
    /// A column is not null and not smaller than a value, or larger.
    case lower(column: Int, Value, isInclusive: Bool)
    /// A column is not null and not larger than a value, or smaller.
    case upper(column: Int, Value, isInclusive: Bool)
    /// In the order of some columns, the last of which is never null, the row comes after these values; in a descending
    /// order unless `isAscending`, with null at its end.
    case beyond(columns: [Int], [Value], isAscending: Bool)
    /// A column holds a text that begins with this one, which is not empty.
    case prefix(column: Int, String)
}

extension IndexableTest {
    /// A test with its position among the conditions of a predicate.
    package typealias Placed = (position: Int, test: IndexableTest)

    /// The test equivalent to a condition; `nil` if there is none.
    package init?(_ tree: ExpressionTree, in entity: Entity) {
        switch tree {
        case .compare(let comparison, .attribute([], let name), .literal(let value)):
            self.init(comparison, name, value, in: entity)
        case .compare(let comparison, .literal(let value), .attribute([], let name)):
            self.init(comparison.mirrored, name, value, in: entity)
        case .attribute([], let name): self.init(name, isOneOf: [.bool(true)], in: entity)
        case .not(.attribute([], let name)): self.init(name, isOneOf: [.bool(false), .null], in: entity)
        case .isIn(.attribute([], let name), let values): self.init(name, isOneOf: values, in: entity)
        case .text(.equal, .attribute([], let name), .literal(let value), []):
            self.init(name, isOneOf: value.isNull ? [] : [value], in: entity)
        case .text(.hasPrefix, .attribute([], let name), .literal(.text(let text)), []):
            // Every text begins with the empty one, so it narrows nothing.
            guard let column = entity.attributePosition(name), !text.isEmpty else { return nil }
            self = .prefix(column: column, text)
        case .refers(let path, let key):
            guard Self.neverDangles(path, in: entity) else { return nil }
            self.init(path, holdsOneOf: [key], in: entity)
        case .holdsKey(let path, let keys): self.init(path, holdsOneOf: keys.map(\.values), in: entity)
        case .isEmpty(let path):
            // Where references never dangle, an empty one is null.
            guard path.count == 1, Self.neverDangles(path, in: entity),
                let columns = entity.relationship(path[0])?.columns, columns.count == 1
            else {
                return nil
            }
            self.init(column: columns.lowerBound, isOneOf: [.null], in: entity)
        case .or: self.init(position: tree, in: entity)
        default: return nil
        }
    }

    private init?(
        _ comparison: ExpressionTree.Comparison, _ name: String, _ value: Value, in entity: Entity
    ) {
        guard let column = entity.attributePosition(name) else { return nil }
        switch comparison {
        case .equal: self.init(column: column, isOneOf: [value], in: entity)
        case .notEqual: return nil
        // No ordered comparison with nil holds, and structured values have no order.
        case _ where value.isNull && entity.columns[column].type != .json:
            self = .points(columns: [column], [])
        case _ where !Self.isOf(entity.columns[column].type, value): return nil
        case .less: self = .upper(column: column, value, isInclusive: false)
        case .lessOrEqual: self = .upper(column: column, value, isInclusive: true)
        case .greater: self = .lower(column: column, value, isInclusive: false)
        case .greaterOrEqual: self = .lower(column: column, value, isInclusive: true)
        }
    }

    private init?(_ name: String, isOneOf values: [Value], in entity: Entity) {
        guard let column = entity.attributePosition(name) else { return nil }
        self.init(column: column, isOneOf: values, in: entity)
    }

    /// A value of another kind than the column's rules out a test; null is left out where the column holds none.
    private init?(column: Int, isOneOf values: [Value], in entity: Entity) {
        let (type, isOptional) = (entity.columns[column].type, entity.columns[column].isOptional)
        guard values.allSatisfy({ $0.isNull || Self.isOf(type, $0) }) else { return nil }
        let possible = ValueList(values.filter { isOptional || !$0.isNull }).values
        self = .points(columns: [column], possible.map { [$0] })
    }

    /// Keys in the columns of a relationship to one, or with an empty path in the key's own.
    private init?(_ path: [String], holdsOneOf keys: [[Value]], in entity: Entity) {
        // A longer path ends in a row of another table, which no order of this one holds.
        guard path.count < 2 else { return nil }
        guard let name = path.first else {
            self.init(columns: entity.keyColumns, holdOneOf: keys, in: entity)
            return
        }
        guard let relationship = entity.relationship(name), !relationship.isToMany else { return nil }
        self.init(columns: Array(relationship.columns), holdOneOf: keys, in: entity)
    }

    /// Some columns hold one of several keys; keys of other kinds than the columns' are left out.
    package init(columns: [Int], holdOneOf keys: [[Value]], in entity: Entity) {
        let fitting = keys.filter { key in
            key.count == columns.count
                && zip(columns, key).allSatisfy { Self.isOf(entity.columns[$0].type, $1) }
        }
        // Sorted and distinct, so that the ranges made from them follow each other and no row is found twice.
        let sorted = fitting.sorted { Self.compare($0, $1) == .less }
        var distinct: [[Value]] = []
        for key in sorted where distinct.last != key { distinct.append(key) }
        self = .points(columns: columns, distinct)
    }

    /// Whether the target of a reference certainly exists: stores check references within one configuration.
    private static func neverDangles(_ path: [String], in entity: Entity) -> Bool {
        path.allSatisfy { entity.relationship($0)?.crossesConfigurations != true }
    }

    static func isOf(_ type: AttributeType, _ value: Value) -> Bool {
        // Structured values have no order, and equal ones may be written differently.
        type != .json && ExpressionKind(of: value) == .value(type)
    }

    private static func compare(_ left: [Value], _ right: [Value]) -> Ordering {
        zip(left, right).reduce(.equal) { ordering, pair in ordering.then(pair.0.compare(pair.1)) }
    }
}
