internal import CPostgreSQL
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// The server, database and user that a configuration means, as parameters of libpq.
struct ServerAddress {
    private let options: StoreOptions
    private let url: String?
    /// The parts of the URL, by libpq's keywords.
    private let parts: [String: String]
    /// The parameters that libpq takes from the environment and by itself.
    private let defaults: [String: String]
    private let isReadOnly: Bool

    /// Reads the options that say where the server is.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for a URL that libpq does not understand, for two URLs, and for a
    ///   password in the open.
    init(_ options: StoreOptions, isReadOnly: Bool, defaults: [String: String] = Self.defaults) throws {
        self.options = options
        self.isReadOnly = isReadOnly
        self.defaults = defaults
        let isSecret = options["secretURL"] != nil
        if isSecret, options["url"] != nil {
            throw Self.error(
                "url", "The options “url” and “secretURL” are both given. Leave one of them out.")
        }
        url = options["secretURL"] ?? options["url"]
        parts = try url.map { try Self.parse($0, option: isSecret ? "secretURL" : "url") } ?? [:]
        if !isSecret, parts["password"] != nil || parts["sslpassword"] != nil {
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

    private static func parse(_ url: String, option: String) throws -> [String: String] {
        guard let list = PQconninfoParse(url, nil) else {
            throw error(
                option,
                "The option “\(option)” is not a PostgreSQL URL such as postgresql://user@host/name.")
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

    /// The parameters that libpq takes from this process's environment and by itself.
    static let defaults: [String: String] = {
        guard let list = PQconndefaults() else { return [:] }
        defer { PQconninfoFree(list) }
        return values(list)
    }()

    /// The value of an option, else that in the URL, else that in the environment.
    func value(_ option: String, _ keyword: String) -> String? {
        options[option] ?? parts[keyword] ?? defaults[keyword]
    }

    /// Server and database for people: `host:5432/database`, or `service name` and the parameters given with it.
    var name: String {
        if let service {
            let said = [("host", "host"), ("port", "port"), ("database", "dbname")].compactMap {
                options[$0.0] ?? parts[$0.1]
            }
            return (["service \(service)"] + said).joined(separator: "/")
        }
        let host = value("host", "host") ?? addresses ?? "local"
        let database = value("database", "dbname") ?? value("user", "user") ?? ""
        return "\(host):\(value("port", "port") ?? "5432")/\(database)"
    }

    /// The entry of libpq's service file that has the other parameters, which are not known here.
    var service: String? { parts["service"] ?? defaults["service"] }

    /// The numeric addresses that libpq connects to, regardless of the names of the hosts.
    var addresses: String? { parts["hostaddr"] ?? defaults["hostaddr"] }

    /// Where libpq connects to, host by host: an address where there is one, else a name.
    private var hosts: [String] {
        let names = Self.list(value("host", "host"))
        let addresses = Self.list(addresses)
        return (0..<max(names.count, addresses.count)).map {
            if $0 < addresses.count, !addresses[$0].isEmpty { return addresses[$0] }
            return $0 < names.count ? names[$0] : ""
        }
    }

    /// The parts of a list with commas, empty ones among them.
    static func list(_ text: String?) -> [String] {
        text?.parts(between: ",") ?? []
    }

    /// Whether every host is this machine, where no one else can read the traffic.
    private var isLocal: Bool { service == nil && hosts.allSatisfy(Self.isLocal) }

    private static func isLocal(_ host: String) -> Bool {
        if host.isEmpty || host.begins(with: "/") || host.begins(with: "@") { return true }
        if host == "localhost" || host == "::1" { return true }
        // A name may begin like an address.
        var address = in_addr()
        return host.begins(with: "127.") && inet_pton(AF_INET, host, &address) == 1
    }

    /// The parameters of libpq; later ones win.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when the environment asks for something unknown of TLS.
    func parameters(connectTimeout: Int) throws -> [PostgreSQLOptions.Parameter] {
        var list: [PostgreSQLOptions.Parameter] = [
            ("fallback_application_name", "granary"), ("keepalives_idle", "30"),
            ("keepalives_interval", "10"), ("keepalives_count", "3"), ("tcp_user_timeout", "60000"),
            ("connect_timeout", String(max(2, connectTimeout / 1_000))),
        ]
        if let url { list.append(("dbname", url)) }
        for (option, keyword) in Self.keywords {
            if let value = options[option] { list.append((keyword, value)) }
        }
        // Last: texts are sent as UTF-8, regardless of the URL.
        return try list + security(mode) + target + [("client_encoding", "UTF8")]
    }

    private static let keywords = [
        ("host", "host"), ("port", "port"), ("user", "user"), ("password", "password"),
        ("passwordFile", "passfile"), ("certificate", "sslcert"), ("certificateKey", "sslkey"),
        ("database", "dbname"),
    ]

    /// The proof that TLS must give: the one of an option or the URL, else the usual one for the host.
    ///
    /// The environment may ask for more than that, but not for less: it also applies to other programs, whose servers
    /// may need nothing better.
    private var mode: String {
        get throws {
            if let said = options["tls"] ?? parts["sslmode"] { return said }
            let usual: SecurityMode = isLocal ? .prefer : .verifyFull
            guard let text = defaults["sslmode"], !text.isEmpty else { return usual.rawValue }
            guard let asked = SecurityMode(rawValue: text) else {
                throw Self.error(
                    "tls",
                    "The environment variable PGSSLMODE must be one of \(SecurityMode.allCases.map(\.rawValue).joined(separator: ", ")). Correct it, or set the option tls."
                )
            }
            return max(usual, asked).rawValue
        }
    }

    private func security(_ mode: String) -> [PostgreSQLOptions.Parameter] {
        var list = [("sslmode", mode)]
        if let authority = options["rootCertificate"] {
            list.append(("sslrootcert", authority))
        } else if mode.begins(with: "verify"), value("", "sslrootcert") == nil,
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
