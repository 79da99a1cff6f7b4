internal import FoundationEssentials
internal import GranaryStore

/// The limits of another engine that the store keeps, so that a test in memory finds what that engine would refuse.
///
/// Values and objects of more than a billion bytes are refused in any case, as every engine refuses them.
enum KeptLimits: String {
    /// None but those of every store.
    case none
    /// Those of PostgreSQL.
    case postgresql

    /// How many bytes every engine takes in a value or an object.
    static let mostBytes = 1_000_000_000
    /// How many bytes PostgreSQL takes in an entry of an index, which is a third of a page (`BTMaxItemSize`).
    ///
    /// It compresses longer values first, so it takes some that this store refuses.
    private static let indexEntry = 2_704
    /// How many bytes PostgreSQL takes in a text or list within JSON (`JENTRY_OFFLENMASK`).
    private static let structure = 268_435_455

    /// The option that chooses the limits.
    static let option = StoreOption(
        "limits", .choice(["none", "postgresql"]), default: "none",
        "The limits of another engine to keep as well, for tests (default none).")

    /// Reads the option of a configuration.
    init(_ options: StoreOptions) {
        self = KeptLimits(rawValue: options.text(Self.option.name, default: "none")) ?? .none
    }

    /// Throws for a row with a value that the engine cannot take.
    ///
    /// Complexity: O(columns) with limits, O(1) without.
    func check(_ row: StoredRow, in table: TableLayout) throws {
        guard self == .postgresql else { return }
        for column in table.columns.indices where table.columns[column].type == .json {
            guard case .text(let json) = row.value(at: column), json.utf8.count > Self.structure else {
                continue
            }
            throw table.refusal(
                [column],
                "is longer than a structured value of PostgreSQL can be, which is 268,435,455 bytes.")
        }
        // An index that is not unique has the key as well.
        let entries =
            [(table.key, table.key)]
            + table.indexes.map { ($0.columns, $0.isUnique ? $0.columns : $0.order.columns) }
        for (columns, entry) in entries
        where Self.size(ofEntry: entry.map { row.value(at: $0) }) > Self.indexEntry {
            throw table.refusal(
                columns,
                "is longer than an index of PostgreSQL can take, which is about 2,700 bytes. Shorten it, or do not index it."
            )
        }
    }

    /// The size in bytes of an index entry of PostgreSQL with some values, uncompressed.
    private static func size(ofEntry values: [Value]) -> Int {
        // The head of an entry, and the marks of the null ones.
        var size = values.contains(where: \.isNull) ? 16 : 8
        for value in values {
            switch value {
            case .null: break
            case .bool: size += 1
            case .uuid: size += 16
            case .integer, .real, .date: size = aligned(size, to: 8) + 8
            // A decimal of 38 digits at most.
            case .decimal: size = aligned(size, to: 4) + 28
            case .text(let text): add(text.utf8.count)
            case .data(let data): add(data.count)
            }
        }
        func add(_ bytes: Int) { size = bytes <= 126 ? size + 1 + bytes : aligned(size, to: 4) + 4 + bytes }
        return aligned(size, to: 8)
    }

    private static func aligned(_ size: Int, to unit: Int) -> Int { (size + unit - 1) / unit * unit }
}

extension TableLayout {
    /// The error for a value of some columns that cannot be stored.
    func refusal(_ columns: [Int], _ reason: String) -> GranaryError {
        let (owner, names) = place(of: columns)
        return GranaryError(
            .invalidValue, "A value of \(owner).\(names.joined(separator: ", ")) \(reason)",
            context: .init(entity: owner, properties: names))
    }

    /// The entity and the properties of some columns; for pairs, the relationship that has them.
    private func place(of columns: [Int]) -> (String, [String]) {
        guard let side = pairs else { return (name, propertyNames(columns)) }
        return (side.entity, [side.relationship])
    }
}
