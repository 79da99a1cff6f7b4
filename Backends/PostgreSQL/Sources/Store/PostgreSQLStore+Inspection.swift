public import GranaryStore
internal import GranarySQL

extension PostgreSQLStore: InspectableBackend {
    /// The content of the schema of the database; `nil` where there is no store.
    ///
    /// The holders are the server's processes for other connections of Granary to the database, if the user may see
    /// them.
    public static func inspect(_ configuration: StoreConfiguration) throws -> InspectedStore? {
        let nothing = StoreOpenRequest(configuration: configuration, entities: [], links: [], fingerprint: "")
        return try StoreMigration(opening: StoreOpening(nothing)).inspect()
    }

    /// The schemas with a store whose names are that of the configuration, `_` and a place.
    public static func places(of configuration: StoreConfiguration) throws -> [String] {
        let nothing = StoreOpenRequest(configuration: configuration, entities: [], links: [], fingerprint: "")
        return try StoreMigration(opening: StoreOpening(nothing)).places()
    }
}

extension StoreMigration {
    /// What is behind the schema's name and `_` in the names of schemas with a store.
    fileprivate func places() throws -> [String] {
        let beginning = "\(opening.options.schema)_"
        let names = try withConnection { connection in
            try connection.texts(
                """
                SELECT n.nspname::pg_catalog.text FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c \
                ON c.relnamespace = n.oid WHERE c.relname = 'granary_store' \
                AND pg_catalog.starts_with(n.nspname::pg_catalog.text, $1::pg_catalog.text)
                """, .text(beginning))
        }
        return names.compactMap { $0.rest(after: beginning) }.filter(StoreConfiguration.isPlace).sorted()
    }

    /// The content of the schema, in one snapshot.
    fileprivate func inspect() throws -> InspectedStore? {
        try withConnection { connection in
            try connection.sendBegin(.snapshot)
            try connection.sync()
            try connection.finish()
            defer { connection.rollBack() }
            let name = opening.options.schema
            guard let metadata = try StoreMetadata(connection, schema: name),
                let schema = try Self.schema(name, on: connection)
            else { return nil }
            let size = try connection.integer(
                """
                SELECT COALESCE(pg_catalog.sum(pg_catalog.pg_total_relation_size(c.oid)), 0)::pg_catalog.int8 \
                FROM \(StoreContent.members) JOIN pg_catalog.pg_class c ON c.oid = d.objid AND c.relkind IN ('r', 'S') \
                WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
                """, .text(name))
            let holders = try connection.texts(
                """
                SELECT pid::pg_catalog.text FROM pg_catalog.pg_stat_activity WHERE datname = pg_catalog.current_database() \
                AND pid <> pg_catalog.pg_backend_pid() AND application_name = pg_catalog.current_setting('application_name') \
                ORDER BY pid
                """)
            return InspectedStore(
                identity: metadata.identity, schema: schema, size: size,
                holders: holders.compactMap { Int($0) },
                saves: try StoreCopying.saves(name, on: connection))
        }
    }
}
