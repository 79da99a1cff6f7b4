internal import GranaryStore

/// The PostgreSQL type of a kind of value, by number and by name.
///
/// The numbers are fixed in every server (`pg_type.dat`). Names are qualified, since a table of a user may be
/// called like a type.
struct ColumnForm {
    /// The type's number.
    let identifier: UInt32
    /// The type's name in statements.
    let name: String

    /// The form of a kind of value.
    init(_ type: AttributeType) {
        (identifier, name) =
            switch type {
            case .bool: (16, "pg_catalog.bool")
            case .data: (17, "pg_catalog.bytea")
            case .integer: (20, "pg_catalog.int8")
            case .text: (25, "pg_catalog.text")
            case .real: (701, "pg_catalog.float8")
            case .date: (1184, "pg_catalog.timestamptz")
            case .decimal: (1700, "pg_catalog.numeric")
            case .uuid: (2950, "pg_catalog.uuid")
            case .json: (3802, "pg_catalog.jsonb")
            }
    }

    /// The kind of value of a column's type, by the type's number; `nil` for types that Granary does not make.
    static func type(of identifier: UInt32) -> AttributeType? {
        AttributeType.allCases.first { ColumnForm($0).identifier == identifier }
    }
}
