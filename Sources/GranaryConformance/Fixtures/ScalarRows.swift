import FoundationEssentials
import Granary

/// Rows in which every scalar column holds each of its values and none, each in a different order.
enum ScalarRows {
    /// How many rows there are; more than twice as many as any column has values, so that every value occurs twice.
    static let count = 53

    /// Inserts the rows as findings with the keys 0 and up, one column filled; nothing is saved.
    static func insert<V>(_ column: ScalarColumn<V>, in context: Context) throws {
        for row in 0..<count {
            let finding = Finding(id: row)
            column.finding.set(finding, column.value(inRow: row))
            try context.insert(finding)
        }
    }

    /// A sample with something in every required attribute.
    static func sample(_ id: Int) -> Sample {
        Sample(
            id: id, data: Data([1, 2]), date: Date(timeIntervalSince1970: 5), uuid: makeUUID(UInt64(id)),
            url: makeURL("https://example.org/"), label: Label(text: "x"), shape: .point)
    }

    /// The rows whose value has a position for which a condition holds; `nil` is the position of no value.
    static func keys<V>(of column: ScalarColumn<V>, where condition: (Int?) -> Bool) -> [Int] {
        (0..<count).filter { condition(column.position(inRow: $0)) }
    }
}

/// The keys of the findings of a query, in its order.
extension Context {
    func keys(_ query: Query<Finding>) throws -> [Int] { try fetch(query).map(\.id) }
}
