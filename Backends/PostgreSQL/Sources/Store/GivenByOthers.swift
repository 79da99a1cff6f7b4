internal import GranaryStore
internal import GranarySQL

/// The objects and rights that others have added to the tables of a store, and that tables in their place must have
/// too: owners, privileges, indexes and triggers.
///
/// Those that cannot be restored are refused by name: partitions, policies, rules, places in a publication,
/// constraints, defaults, triggers that are switched off, and extended statistics.
struct GivenByOthers {
    private let schema: String
    /// The statements that restore them on the new tables, by their subject.
    private var statements: [(about: String, text: String, mayFail: Bool)] = []

    /// Examines the tables before they are dropped; `names` are those of all tables that will exist afterwards.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` for a table with something that would be lost.
    init(
        to tables: [String], in schema: String, remaining names: Set<String>, on connection: Connection
    ) throws {
        self.schema = schema
        var parameters = try Parameters([.text(schema)])
        try parameters.append(tables.sorted().map(Value.text), of: .text)
        for text in [Self.obstacles, Self.privileges, Self.indexes, Self.triggers] {
            try connection.send(text, parameters, isNamed: false)
        }
        try connection.sync()
        let results = try connection.finish()
        guard results.count == 4 else { throw EngineError.lost }
        for row in 0..<results[0].count {
            guard let table = results[0].text(row, 0), let what = results[0].text(row, 1) else { continue }
            throw GranaryError(
                .unsupported,
                "A migration with code makes its tables anew, and the table “\(table)” \(what), which would be lost; nothing was changed. Take that back first and give it again afterwards, or change the models without code."
            )
        }
        for (kind, rows) in zip(["the privileges", "an index", "a trigger"], results.dropFirst()) {
            for row in 0..<rows.count {
                guard let table = rows.text(row, 0), let text = rows.text(row, 1), names.contains(table)
                else { continue }
                // An index or a privilege for a column that is gone goes with it.
                statements.append(("\(kind) of “\(table)”", text, kind != "a trigger"))
            }
        }
    }

    /// Gives it to the tables that have taken their places.
    func give(on connection: Connection) throws {
        for statement in statements {
            try connection.define("SAVEPOINT granary_given")
            do {
                try connection.define(statement.text)
            } catch let failure as EngineError
                where statement.mayFail && ["42703", "42704", "42P01"].contains(failure.state)
            {
                try connection.define("ROLLBACK TO SAVEPOINT granary_given")
            } catch let failure as EngineError {
                throw failure.translated(at: connection.place, doing: "keeping \(statement.about)")
            }
            try connection.define("RELEASE SAVEPOINT granary_given")
        }
    }

    // MARK: Statements

    /// The relations `c` that are examined, with those that belong to them, such as the sequences of keys; `table` is
    /// the name of the table.
    private static let chosen = """
        pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
        AND n.nspname = $1::pg_catalog.text AND c.relname = ANY ($2::pg_catalog.text[]::pg_catalog.name[])
        """

    /// The parts of a relation `c` that would be lost, each as a condition and a part of a sentence.
    private static let losses: [(condition: String, says: String)] = [
        ("c.relkind = 'p'", "is divided into partitions"),
        (
            "(c.relispartition OR EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE c.oid IN (i.inhrelid, i.inhparent)))",
            "is a part of another table, or has parts"
        ),
        (
            "(c.relrowsecurity OR EXISTS (SELECT FROM pg_catalog.pg_policy p WHERE p.polrelid = c.oid))",
            "has row-level security"
        ),
        ("EXISTS (SELECT FROM pg_catalog.pg_rewrite r WHERE r.ev_class = c.oid)", "has rules"),
        (
            "EXISTS (SELECT FROM pg_catalog.pg_publication_rel p WHERE p.prrelid = c.oid)",
            "belongs to a publication"
        ),
        // Unique constraints and foreign keys of others are refused earlier, as differences from the recorded schema.
        (
            """
            (c.relname !~ '^granary_' AND EXISTS (SELECT FROM pg_catalog.pg_constraint o WHERE o.conrelid = c.oid \
            AND o.contype IN ('c', 'x')))
            """, "has a constraint that Granary has not made"
        ),
        (
            "(c.relname !~ '^granary_' AND EXISTS (SELECT FROM pg_catalog.pg_attrdef d WHERE d.adrelid = c.oid))",
            "has a column with a default"
        ),
        (
            """
            EXISTS (SELECT FROM pg_catalog.pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal \
            AND t.tgenabled <> 'O')
            """, "has a trigger that is switched off, or works for replicas"
        ),
        (
            "EXISTS (SELECT FROM pg_catalog.pg_statistic_ext s WHERE s.stxrelid = c.oid)",
            "has extended statistics"
        ),
    ]

    private static let obstacles = """
        SELECT c.relname::pg_catalog.text, \
        CASE \(losses.map { "WHEN \($0.condition) THEN '\($0.says)'" }.joined(separator: " ")) END \
        FROM \(chosen) WHERE \(losses.map(\.condition).joined(separator: " OR ")) ORDER BY 1
        """

    private static let grantee =
        "CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(a.grantee)) END || CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END"

    /// The privileges of tables, of their columns and of the sequences of their keys, whose names the new ones have too;
    /// then their owners, who may not be the ones who migrate.
    private static let privileges = """
        SELECT c.relname::pg_catalog.text, pg_catalog.format('GRANT %s ON %s %I.%I TO %s', a.privilege_type, \
        CASE WHEN c.relkind = 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, n.nspname, c.relname, \(grantee)) \
        FROM \(chosen) CROSS JOIN LATERAL pg_catalog.aclexplode(c.relacl) a WHERE a.grantee <> c.relowner \
        UNION ALL SELECT c.relname::pg_catalog.text, pg_catalog.format('GRANT %s (%I) ON TABLE %I.%I TO %s', \
        a.privilege_type, t.attname, n.nspname, c.relname, \(grantee)) FROM \(chosen) \
        JOIN pg_catalog.pg_attribute t ON t.attrelid = c.oid AND t.attnum > 0 AND NOT t.attisdropped \
        CROSS JOIN LATERAL pg_catalog.aclexplode(t.attacl) a WHERE a.grantee <> c.relowner \
        UNION ALL SELECT c.relname::pg_catalog.text, pg_catalog.format('GRANT %s ON SEQUENCE %I.%I TO %s', \
        a.privilege_type, n.nspname, s.relname, \(grantee)) FROM \(chosen) \
        JOIN pg_catalog.pg_depend d ON d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass \
        AND d.refobjid = c.oid AND d.classid = d.refclassid AND d.deptype IN ('a', 'i') \
        JOIN pg_catalog.pg_class s ON s.oid = d.objid AND s.relkind = 'S' \
        CROSS JOIN LATERAL pg_catalog.aclexplode(s.relacl) a WHERE a.grantee <> s.relowner \
        UNION ALL SELECT c.relname::pg_catalog.text, pg_catalog.format('ALTER TABLE %I.%I OWNER TO %I', \
        n.nspname, c.relname, pg_catalog.pg_get_userbyid(c.relowner)) FROM \(chosen) \
        WHERE pg_catalog.pg_get_userbyid(c.relowner) <> current_user
        """

    /// The indexes that Granary has not made; those of constraints are its own.
    private static let indexes = """
        SELECT c.relname::pg_catalog.text, pg_catalog.pg_get_indexdef(i.indexrelid) FROM \(chosen) \
        JOIN pg_catalog.pg_index i ON i.indrelid = c.oid JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid \
        WHERE NOT i.indisprimary AND x.relname !~ '_(index|unique)$' \
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint o WHERE o.conindid = i.indexrelid AND o.contype <> 'f') \
        ORDER BY 2
        """

    private static let triggers = """
        SELECT c.relname::pg_catalog.text, pg_catalog.pg_get_triggerdef(t.oid) FROM \(chosen) \
        JOIN pg_catalog.pg_trigger t ON t.tgrelid = c.oid WHERE NOT t.tgisinternal ORDER BY 2
        """
}
