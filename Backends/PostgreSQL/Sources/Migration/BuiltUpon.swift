internal import GranaryStore
internal import GranarySQL

/// The objects of others that depend on the tables of a store, and so keep them from being changed: views, and
/// references of tables that are not the store's.
struct BuiltUpon {
    /// The names, each a part of a sentence.
    let names: [String]

    /// Looks in the server's catalogue.
    init(_ tables: [String], in schema: String, on connection: Connection) throws {
        var parameters = try Parameters([.text(schema)])
        try parameters.append(tables.map(Value.text), of: .text)
        try connection.send(Self.views, parameters, isNamed: false)
        try connection.send(Self.references, parameters, isNamed: false)
        try connection.sync()
        let results = try connection.finish()
        guard results.count == 2 else { throw EngineError.lost }
        let found = { (rows: ResultSet, kind: String) in
            (0..<rows.count).compactMap { rows.text($0, 0) }.map { "the \(kind) “\($0)”" }
        }
        names = found(results[0], "view") + found(results[1], "table with a foreign key")
    }

    /// The tables themselves, by schema and names.
    private static let chosen = """
        (SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
        WHERE n.nspname = $1::pg_catalog.text AND c.relname = ANY ($2::pg_catalog.text[]::pg_catalog.name[]))
        """

    private static let views = """
        SELECT DISTINCT (n.nspname || '.' || v.relname)::pg_catalog.text FROM pg_catalog.pg_depend d \
        JOIN pg_catalog.pg_rewrite r ON r.oid = d.objid JOIN pg_catalog.pg_class v ON v.oid = r.ev_class \
        JOIN pg_catalog.pg_namespace n ON n.oid = v.relnamespace \
        WHERE d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass \
        AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refobjid <> v.oid \
        AND d.refobjid IN \(chosen) ORDER BY 1
        """

    private static let references = """
        SELECT DISTINCT (n.nspname || '.' || c.relname)::pg_catalog.text FROM pg_catalog.pg_constraint o \
        JOIN pg_catalog.pg_class c ON c.oid = o.conrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
        WHERE o.contype = 'f' AND o.confrelid IN \(chosen) AND o.conrelid NOT IN \(chosen) ORDER BY 1
        """
}
