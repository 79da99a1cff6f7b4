internal import GranaryStore

extension PostgreSQLOptions {
    private static let day = 86_400_000

    /// The options of a configuration.
    static let descriptions: [StoreOption] = address + security + limits

    private static let address: [StoreOption] = [
        StoreOption(
            "url", .text,
            "Where the database is: postgresql://user@host/name, several hosts with commas; without a password."
        ),
        StoreOption(
            "secretURL", .text, "The same with a password in it, as hosters give it, instead of url.",
            isSecret: true),
        StoreOption(
            "host", .text, "Host name, or several with commas (default PGHOST, else the local socket)."),
        StoreOption("port", .text, "Port, or one for each host (default PGPORT, else 5432)."),
        StoreOption("database", .text, "Database (default PGDATABASE, else the user's name)."),
        StoreOption("user", .text, "User (default PGUSER, else the process's)."),
        StoreOption("password", .text, "Password (default PGPASSWORD, else ~/.pgpass).", isSecret: true),
        StoreOption("passwordFile", .text, "A file in the form of ~/.pgpass that holds the password."),
        StoreOption(
            "schema", .text, default: "granary", "The schema that holds the tables (default granary)."),
        StoreOption(
            "target", .choice(["any", "read-write", "read-only", "primary", "standby", "prefer-standby"]),
            "Which of several hosts will do (default read-write, any for a read-only store)."),
        StoreOption(
            "pooler", .choice(["none", "transaction"]), default: "none",
            "transaction: the connection goes through a pooler such as PgBouncer in transaction mode (default none)."
        ),
        StoreOption(
            "directURL", .text,
            "Behind a pooler, where the database itself is; saves of others are listened for there."),
    ]

    private static let security: [StoreOption] = [
        StoreOption(
            "tls", .choice(["disable", "prefer", "require", "verify-ca", "verify-full"]),
            "How much TLS must prove (default verify-full, for a server on this machine prefer or PGSSLMODE)."
        ),
        StoreOption(
            "rootCertificate", .text,
            "The file of trusted authorities (default ~/.postgresql/root.crt, else the system's)."),
        StoreOption("certificate", .text, "The client's certificate, where the server asks for one."),
        StoreOption("certificateKey", .text, "The file of the key of the client's certificate."),
        StoreOption(
            "synchronousCommit", .choice(["on", "remote_apply", "remote_write", "local", "off"]),
            default: "on",
            "on (default): a save survives a failure of the server; off: the last saves may be lost with it."),
    ]

    private static let limits: [StoreOption] = [
        StoreOption(
            "sessions", .integer(1...1_000), default: "16",
            "How many connections may be open at a time, by all stores that share them (default 16)."),
        StoreOption(
            "sessionTimeout", .duration(1...3_600_000), default: "30s",
            "How long a free connection is waited for (default 30s)."),
        StoreOption(
            "connectTimeout", .duration(100...3_600_000), default: "10s",
            "How long making a connection to a host may take (default 10s)."),
        StoreOption(
            "idleTimeout", .duration(0...day), default: "5m",
            "How long an idle connection is kept (default 5m; 0 for ever)."
        ),
        StoreOption(
            "lifetime", .duration(0...30 * day), default: "1h",
            "How long a connection is used (default 60m; 0 for ever)."),
        StoreOption(
            "checkAfter", .duration(0...day), default: "30s",
            "After how long an idle connection is asked whether it still works (default 30s)."),
        StoreOption(
            "statementTimeout", .duration(0...day), default: "0",
            "How long a statement may take (default 0: no limit)."),
        StoreOption(
            "lockTimeout", .duration(0...day), default: "10s",
            "How long a save waits for a row (default 10s)."),
        StoreOption(
            "transactionTimeout", .duration(0...day), default: "10m",
            "How long a unit of work may be silent before the server ends its transaction (default 10m)."),
        StoreOption(
            "resolveTimeout", .duration(0...day), default: "30s",
            "How long a lost commit is inquired about before its outcome counts as unknown (default 30s)."),
    ]
}
