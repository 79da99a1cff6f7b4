internal import FoundationEssentials
internal import GranaryStore

/// Values that no store keeps.
enum NotStorable {
    /// How many bytes PostgreSQL takes in one message, less the overhead of a value or a row.
    static let mostBytes = 1_000_000_000

    /// The error for a value or row beyond that; `nil` for one that can be stored.
    static func tooLarge(_ bytes: Int, _ entity: Entity, column: Int? = nil) -> GranaryError? {
        guard bytes > mostBytes else { return nil }
        let property = column.flatMap { column in
            entity.columns.indices.contains(column)
                ? entity.propertyName(entity.columns[column].property) : nil
        }
        return GranaryError(
            .invalidValue,
            "\(property.map { "A value of \(entity.name).\($0)" } ?? "An object of \(entity.name)") has more than a billion bytes, which PostgreSQL cannot take. Keep it elsewhere, or in parts.",
            context: .init(entity: entity.name, properties: property.map { [$0] } ?? []))
    }

    /// The error for NaN.
    static let nan = GranaryError(
        .invalidValue, "NaN is not a number that can be stored; use nil for no value.")
}
