internal import GranaryStore
internal import GranarySQL

/// How a store of this backend works, read from its configuration's options.
struct PostgreSQLOptions: Sendable, Hashable {
    /// The parameters of libpq, in order; the password is among them, so they are never shown.
    let connectionParameters: [Parameter]
    /// The further parameters of libpq for each attempt to connect, in the order in which the attempts are made.
    let attempts: [[Parameter]]
    /// Server and database, for people.
    let serverName: String
    /// The schema that holds the tables.
    let schema: String
    /// How many sessions there may be at a time.
    let sessions: Int
    /// How long a session is waited for, in milliseconds.
    let sessionTimeout: Int
    /// How long a connection to one host may take to be made, in milliseconds.
    let connectTimeout: Int
    /// How long an idle connection is kept, in milliseconds; 0 for ever.
    let idleTimeout: Int
    /// How long a connection is used, in milliseconds; 0 for ever.
    let lifetime: Int
    /// After how long an idle connection is asked whether it still works, in milliseconds.
    let checkAfter: Int
    /// How long a lost commit is inquired about, in milliseconds.
    let resolveTimeout: Int
    /// Whether settings and prepared statements stay with a connection, which they do not behind a transaction pooler.
    let keepsSettings: Bool

    private let statementTimeout: Int
    private let lockTimeout: Int
    private let transactionTimeout: Int
    private let synchronousCommit: String

    /// One parameter of a connection: libpq's keyword and the value.
    typealias Parameter = (String, String)

    /// Whether statements are prepared under names.
    var usesNamedStatements: Bool { keepsSettings }

    /// Reads the options of a configuration.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` naming the option that is wrong.
    init(_ configuration: StoreConfiguration) throws {
        let options = configuration.options
        let target = try ServerAddress(options, isReadOnly: configuration.isReadOnly)
        connectTimeout = try options.milliseconds("connectTimeout", default: 10_000)
        connectionParameters = try target.parameters(connectTimeout: connectTimeout)
        attempts = target.attempts
        serverName = target.name
        schema = try Self.checkedSchema(options.text("schema", default: Self.usualSchema))
        sessions = max(try options.integer("sessions", default: 16), 1)
        sessionTimeout = try options.milliseconds("sessionTimeout", default: 30_000)
        idleTimeout = try options.milliseconds("idleTimeout", default: 300_000)
        lifetime = try options.milliseconds("lifetime", default: 3_600_000)
        checkAfter = try options.milliseconds("checkAfter", default: 30_000)
        resolveTimeout = try options.milliseconds("resolveTimeout", default: 30_000)
        keepsSettings = options.text("pooler", default: "none") == "none"
        statementTimeout = try options.milliseconds("statementTimeout", default: 0)
        lockTimeout = try options.milliseconds("lockTimeout", default: 10_000)
        transactionTimeout = try options.milliseconds("transactionTimeout", default: 600_000)
        synchronousCommit = options.text("synchronousCommit", default: "on")
    }

    /// Reads the options of the connection that listens for saves of others; `nil` if a configuration does not ask for
    /// them.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` behind a pooler, which shares connections, without another
    ///   address.
    init?(listening configuration: StoreConfiguration) throws {
        if !configuration.followsOthers { return nil }
        var direct = configuration
        if configuration.options.text("pooler", default: "none") != "none" {
            guard let url = configuration.options["directURL"] else {
                var error = GranaryError(
                    .configuration,
                    "A pooler does not pass on the notifications of others' saves. Set “directURL” to where the database itself is, or leave out followsOthers."
                )
                error.context.keyPath = "options.directURL"
                throw error
            }
            for option in ["secretURL", "host", "port", "database", "pooler"] { direct.options[option] = nil }
            direct.options["url"] = url
        }
        try self.init(direct)
    }

    /// The statements with the settings that every transaction needs, for the session or for one transaction.
    ///
    /// One `SELECT` of `set_config` would be one statement, but the server plans it, which takes it half a millisecond on
    /// a new connection; these six take a quarter of that.
    func settings(isLocal: Bool) -> [String] {
        [
            searchPathAssignment, "statement_timeout = \(statementTimeout)",
            "lock_timeout = \(lockTimeout)", "idle_in_transaction_session_timeout = \(transactionTimeout)",
            // One of the words that the option allows.
            "synchronous_commit = \(synchronousCommit)", "extra_float_digits = 1",
        ].map { isLocal ? "SET LOCAL \($0)" : "SET \($0)" }
    }

    /// The schema first, so that a table may have the name of a system table.
    private var searchPathAssignment: String { "search_path = \(SQLName.quoted(schema)), pg_catalog" }

    /// The statement that makes the schema the one of the session, or of the transaction.
    func searchPathSetting(isLocal: Bool) -> String {
        "SET \(isLocal ? "LOCAL " : "")\(searchPathAssignment)"
    }

    /// Everything in which connections may differ but the schema: stores with the same can share them.
    var serverKey: [String] {
        // The order in which hosts are tried may be a random one.
        let hosts = attempts.map { $0.map { "\($0.0)=\($0.1)" }.joined(separator: "\n") }.sorted()
        let numbers = [
            sessions, sessionTimeout, connectTimeout, idleTimeout, lifetime, checkAfter, statementTimeout,
            lockTimeout, transactionTimeout,
        ]
        return ["postgresql", synchronousCommit, "\(keepsSettings)"] + numbers.map { "\($0)" } + hosts
            + connectionParameters.flatMap { [$0.0, $0.1] }
    }

    private static let usualSchema = "granary"
    /// The longest name in bytes (`NAMEDATALEN` of PostgreSQL, less one).
    private static let longestName = 63

    /// The schema of one of many stores: that of the options, `_` and the place.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` if it is too long, since the server would cut it off.
    static func schema(of options: StoreOptions, inPlace place: String) throws -> String {
        let own = try checkedSchema(options.text("schema", default: usualSchema))
        let name = "\(own)_\(place)"
        guard name.utf8.count <= longestName else {
            var error = GranaryError(
                .configuration,
                "The option “schema” leaves no room for the place of an account; give it \(longestName - 1 - place.utf8.count) bytes at most."
            )
            error.context.keyPath = "options.schema"
            throw error
        }
        return name
    }

    private static func checkedSchema(_ name: String) throws -> String {
        guard !name.isEmpty, name.utf8.count <= longestName, !name.utf8.contains(0), !name.begins(with: "pg_")
        else {
            var error = GranaryError(
                .configuration,
                "The option “schema” is no name for a schema: it needs 1 to 63 bytes and may not begin with pg_."
            )
            error.context.keyPath = "options.schema"
            throw error
        }
        return name
    }

    /// Whether two stores work alike.
    static func == (left: PostgreSQLOptions, right: PostgreSQLOptions) -> Bool {
        left.serverName == right.serverName && left.schema == right.schema
    }

    /// Hashes server and schema.
    func hash(into hasher: inout Hasher) {
        hasher.combine(serverName)
        hasher.combine(schema)
    }
}

extension PostgreSQLOptions: CustomStringConvertible, CustomReflectable {
    /// Server, database and schema; never a password.
    var description: String { "\(serverName)#\(schema)" }

    /// Shows only ``description``.
    var customMirror: Mirror { Mirror(self, children: ["place": description]) }
}
