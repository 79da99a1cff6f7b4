#if HTTP
    import Granary
    import GranaryHTTP
    import GranaryLevelDB
    import GranaryMemory
    import GranaryPostgreSQL
    import GranarySQLite
    import GranarySync

    /// A client of the airport: its store, and its repositories over the server.
    struct AirportClient: Sendable {
        let stack: PersistentStack
        let repositories: Repositories

        /// The models, of which remarks are also written here.
        static func schema() throws -> Schema {
            try Schema("Airport", models: [Flight.self, Remark.self]).syncing {
                Synced(Flight.self)
                Synced(Remark.self, writes: .localAndRemote)
            }
        }

        /// Opens the store of a configuration file.
        init(_ configuration: String, server: String) async throws {
            stack = try await PersistentStack.open(
                Self.schema(), configuration: FileConfigurationSource(path: configuration, arguments: []),
                backends: [.memory, .sqlite, .leveldb, .postgresql])
            let source = try HTTPSource(
                server, [HTTPEndpoint(Flight.self, "flights"), HTTPEndpoint(Remark.self, "remarks")])
            // The process that was killed holds the right to send until then.
            var times = try SyncConfiguration(of: stack.settings).times
            times.lease = .milliseconds(50)
            repositories = try await Repositories(stack, source: source, times: times)
        }

        /// Sends until nothing waits any more.
        func deliver() async throws {
            let repositories = repositories
            let sending = Task { try await repositories.run() }
            while try await repositories.outbox.counts().waiting > 0 {
                try await Task.sleep(for: .milliseconds(10))
            }
            sending.cancel()
            try await sending.value
        }
    }
#endif
