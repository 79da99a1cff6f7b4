internal import CPostgreSQL
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Granary

/// Which server, database and user a configuration means, as libpq is told.
struct ServerAddress {
    private let options: StoreOptions
    private let url: String?
    /// What the URL says, by libpq's keywords.
    private let parts: [String: String]
    private let isReadOnly: Bool

    /// Reads the options that say where the server is.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for a URL that libpq does not understand, and for a password in
    ///   the open.
    init(_ options: StoreOptions, isReadOnly: Bool) throws {
        self.options = options
        self.isReadOnly = isReadOnly
        url = options["secretURL"] ?? options["url"]
        parts = try url.map(Self.parse) ?? [:]
        if options["secretURL"] == nil, parts["password"] != nil {
            throw Self.error(
                "url",
                "The option “url” holds a password in the open. Give the URL by “secretURL”, or the password by “password” or a password file."
            )
        }
    }

    private static func error(_ name: String, _ message: String) -> GranaryError {
        var error = GranaryError(.configuration, message)
        error.context.storeType = StoreType.postgresql.name
        error.context.keyPath = "options.\(name)"
        return error
    }

    private static func parse(_ url: String) throws -> [String: String] {
        guard let list = PQconninfoParse(url, nil) else {
            throw error(
                "url",
                "The option “url” is not a PostgreSQL URL such as postgresql://user@host/name.")
        }
        defer { PQconninfoFree(list) }
        return values(list)
    }

    private static func values(_ list: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var next = list
        while let keyword = next.pointee.keyword {
            if let value = next.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            next += 1
        }
        return values
    }

    /// What libpq takes from the environment and by itself.
    private static let defaults: [String: String] = {
        guard let list = PQconndefaults() else { return [:] }
        defer { PQconninfoFree(list) }
        return values(list)
    }()

    private func value(_ option: String, _ keyword: String) -> String? {
        options[option] ?? parts[keyword] ?? Self.defaults[keyword]
    }

    /// Server and database for people: `host:5432/database`.
    var name: String {
        let host = value("host", "host") ?? parts["hostaddr"] ?? "local"
        let database = value("database", "dbname") ?? value("user", "user") ?? ""
        return "\(host):\(value("port", "port") ?? "5432")/\(database)"
    }

    private var hosts: [String] {
        (value("host", "host") ?? parts["hostaddr"] ?? "").split(separator: ",").map(String.init)
    }

    /// Whether every host is this machine, where nobody else listens to what is sent.
    private var isLocal: Bool {
        hosts.allSatisfy {
            $0.hasPrefix("/") || $0.hasPrefix("@") || $0 == "localhost" || $0.hasPrefix("127.") || $0 == "::1"
        }
    }

    /// What libpq is told; later ones win.
    func parameters(connectTimeout: Int) -> [PostgreSQLOptions.Parameter] {
        var list: [PostgreSQLOptions.Parameter] = [
            ("fallback_application_name", "granary"), ("client_encoding", "UTF8"), ("keepalives_idle", "30"),
            ("keepalives_interval", "10"), ("keepalives_count", "3"), ("tcp_user_timeout", "60000"),
            ("connect_timeout", String(max(2, connectTimeout / 1_000))),
        ]
        if let url { list.append(("dbname", url)) }
        for (option, keyword) in Self.keywords {
            if let value = options[option] { list.append((keyword, value)) }
        }
        return list + security + target
    }

    private static let keywords = [
        ("host", "host"), ("port", "port"), ("user", "user"), ("password", "password"),
        ("passwordFile", "passfile"), ("certificate", "sslcert"), ("certificateKey", "sslkey"),
        ("database", "dbname"),
    ]

    private var security: [PostgreSQLOptions.Parameter] {
        let mode = options["tls"] ?? parts["sslmode"] ?? (isLocal ? "prefer" : "verify-full")
        var list = [("sslmode", mode)]
        if let authority = options["rootCertificate"] {
            list.append(("sslrootcert", authority))
        } else if mode.hasPrefix("verify"), value("", "sslrootcert") == nil,
            let system = Self.systemAuthorities
        {
            list.append(("sslrootcert", system))
        }
        return list
    }

    /// The system's file of authorities, unless the user has one that libpq finds.
    private static let systemAuthorities: String? = {
        let own = getenv("HOME").map { String(cString: $0) + "/.postgresql/root.crt" }
        if let own, access(own, R_OK) == 0 { return nil }
        return [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        ]
        .first { access($0, R_OK) == 0 }
    }()

    private var target: [PostgreSQLOptions.Parameter] {
        if let target = options["target"] { return [("target_session_attrs", target)] }
        if parts["target_session_attrs"] != nil || isReadOnly || hosts.count < 2 { return [] }
        return [("target_session_attrs", "read-write")]
    }
}
