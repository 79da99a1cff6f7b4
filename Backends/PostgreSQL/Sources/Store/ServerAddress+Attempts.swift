internal import GranaryStore

extension ServerAddress {
    /// The further parameters of libpq for each attempt to connect: one host at a time, so that each gets the whole
    /// time limit and a dead one does not keep the next from being tried.
    ///
    /// One attempt without additions where there is one host, or where libpq alone can determine the hosts.
    var attempts: [[PostgreSQLOptions.Parameter]] {
        guard var places = severalPlaces else { return [[]] }
        if value("", "load_balance_hosts") == "random" { places.shuffle() }
        guard value("target", "target_session_attrs") == "prefer-standby" else { return places }
        return ["standby", "any"].flatMap { target in
            places.map { $0 + [("target_session_attrs", target)] }
        }
    }

    /// Name, address and port of each of several hosts; `nil` when there are not several, or they do not match.
    private var severalPlaces: [[PostgreSQLOptions.Parameter]]? {
        let names = Self.list(value("host", "host"))
        let addresses = Self.list(addresses)
        let ports = Self.list(value("port", "port"))
        let count = max(names.count, addresses.count)
        guard service == nil, count > 1, !names.contains(""), !addresses.contains(""),
            [0, count].contains(names.count), [0, count].contains(addresses.count),
            [0, 1, count].contains(ports.count)
        else { return nil }
        return (0..<count).map { position in
            let port = ports.count == 1 ? ports[0] : ports.isEmpty ? "" : ports[position]
            // An empty value would leave the whole list in force.
            return (names.isEmpty ? [] : [("host", names[position])])
                + (addresses.isEmpty ? [] : [("hostaddr", addresses[position])])
                + [("port", port.isEmpty ? "5432" : port)]
        }
    }
}
