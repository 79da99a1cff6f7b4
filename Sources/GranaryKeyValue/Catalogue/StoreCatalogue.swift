package import GranaryStore

/// A store's description of itself: its identity, and the numbers of its tables, columns and indexes.
///
/// The store keeps it as JSON under ``key``. Numbers are never reused, so the fields of a record keep their meaning
/// when others are added or removed.
package struct StoreCatalogue: Codable, Sendable, Hashable {
    /// The version of the format.
    package var format = 2
    /// A UUID made when the store was created.
    package var id: String
    /// The fingerprint of the schema it was last opened with.
    package var fingerprint: String
    /// The names of the configurations whose models it holds.
    package var configurations: [String] = []
    /// The tables.
    package var tables: [Table] = []
    /// The number of the next table.
    package var nextTable = 1
    /// The schema of the store; `nil` for a store of format 1, which has not recorded it.
    package var schema: StoredSchema?
    /// The key prefixes of unused entries, which the next opening removes.
    package var unused: [[UInt8]]?

    /// The latest version of the format that this code knows: there are indexes of folded texts.
    package static let formatVersion = 4
    /// The key under which the store keeps the catalogue.
    static let key: [UInt8] = [KeySpace.metadata] + Array("catalogue".utf8)

    /// A table of rows or pairs.
    package struct Table: Codable, Sendable, Hashable {
        /// The number in the keys of the table's rows.
        package var id: Int
        /// The name.
        package var name: String
        /// The configuration it belongs to.
        package var configuration: String
        /// The columns.
        package var columns: [Column]
        /// The names of the columns of the primary key, in key order.
        package var key: [String]
        /// The indexes.
        package var indexes: [Index]
        /// The number of the next column.
        package var nextColumn: Int
        /// The number of the next index.
        package var nextIndex: Int
    }

    /// A column of a table.
    package struct Column: Codable, Sendable, Hashable {
        /// The number in the fields of records.
        package var id: Int
        /// The name.
        package var name: String
        /// The kind of value.
        package var type: AttributeType
        /// Whether it may be null.
        package var isOptional: Bool
        /// The value in rows whose record has none, since they were written before the column was added; `nil` for
        /// null.
        package var initial: Value?
    }

    /// An index of a table.
    package struct Index: Codable, Sendable, Hashable {
        /// The number in the keys of the index's entries.
        package var id: Int
        /// The names of the columns.
        package var columns: [String]
        /// Whether two rows may not have the same values.
        package var isUnique: Bool
        /// Whether it leads from the texts of its only column without their case; `nil` if not.
        package var isFolded: Bool?
    }
}

extension StoreCatalogue {
    /// Makes the catalogue of an empty store.
    init(_ request: StoreOpenRequest, id: String) {
        self.id = id
        fingerprint = request.fingerprint
        add(request)
    }

    /// The identity of the store.
    package var identity: StoreIdentity {
        StoreIdentity(
            id: id, formatVersion: format, fingerprint: fingerprint, configurations: configurations)
    }

    /// The table with a name.
    ///
    /// - Throws: `GranaryError.Code.corrupt` if there is none.
    func table(named name: String) throws -> Table {
        if let table = tables.first(where: { $0.name == name }) { return table }
        throw GranaryError(
            .corrupt,
            "The store's catalogue lacks the table “\(name)”; it was left untouched. Restore it from a backup."
        )
    }

    /// Adds the tables of the configurations that the store does not hold yet.
    mutating func add(_ request: StoreOpenRequest) {
        let present = Set(configurations)
        // A new store has nothing to describe yet, unlike one of format 1, which has described nothing.
        if tables.isEmpty { schema = schema ?? StoredSchema() }
        for var table in Self.tables(of: request) where !present.contains(table.configuration) {
            table.id = nextTable
            nextTable += 1
            tables.append(table)
        }
        schema = schema(completedBy: request)
        configurations = present.union(request.entities.map(\.configuration)).sorted()
        fingerprint = request.fingerprint
        format = neededFormat
    }

    /// The oldest version of the format that can express the catalogue; where that is an older one, older programs can
    /// use the store.
    ///
    /// The third has initial values, the fourth indexes of folded texts.
    var neededFormat: Int {
        if tables.contains(where: { $0.indexes.contains { $0.isFolded == true } }) { return 4 }
        return tables.contains { $0.columns.contains { $0.initial != nil } } ? 3 : 2
    }

    /// Whether the store holds all configurations of a request.
    func holdsConfigurations(of request: StoreOpenRequest) -> Bool {
        Set(configurations).isSuperset(of: request.entities.map(\.configuration))
    }
}
