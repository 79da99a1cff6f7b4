internal import GranaryStore

/// The kind of a cell's value, as one byte of the row.
enum CellKind: UInt8 {
    case null, bool, integer, real, date
    /// Bytes of the row.
    case text, data, uuid, decimal
    /// A value that is too large to be copied with its row.
    case shared

    /// The kind of the cells of a column where they are not null and not shared.
    init(_ type: AttributeType) {
        self =
            switch type {
            case .bool: .bool
            case .integer: .integer
            case .real: .real
            case .date: .date
            case .text, .json: .text
            case .data: .data
            case .uuid: .uuid
            case .decimal: .decimal
            }
    }

    /// Whether the cell's word points to bytes of the row.
    @inline(__always) var hasBytes: Bool {
        self == .text || self == .data || self == .uuid || self == .decimal
    }
}
