#if HTTP
    import Granary
    import GranaryAccounts
    import GranaryLevelDB
    import GranaryMemory
    import GranaryPostgreSQL
    import GranarySQLite

    /// The program: its accounts, and the modules that run while they are open.
    struct Travel: Sendable {
        typealias TravelAccounts = Accounts<TravelClient>

        let accounts: TravelAccounts
        let modules: RunningModules

        /// Opens the stores of a configuration file, then starts the modules.
        init(_ configuration: String, _ client: TravelClient, _ data: FlightData) async throws {
            accounts = try await Self.open(configuration, client)
            modules = try await Self.modules(accounts, data).start(with: accounts.sharedStack)
            try modules.report.check()
        }

        /// Opens the stores of a configuration file.
        static func open(_ configuration: String, _ client: TravelClient) async throws -> TravelAccounts {
            try await Accounts.open(
                TravelSchema.make(),
                configuration: FileConfigurationSource(path: configuration, arguments: []),
                backends: [.memory, .sqlite, .leveldb, .postgresql], authenticator: client)
        }

        private static func modules(_ accounts: TravelAccounts, _ data: FlightData) -> Modules {
            Modules {
                ModuleEntry(Counter(), .lazy)
                Reminder(accounts)
                ModuleEntry(Importer(data: data), limit: .seconds(300))
            }
        }

        /// Whether the users are there at the next start.
        var keepsUsers: Bool {
            accounts.sharedStack.attachedStores.contains { $0.name == "People" && $0.type != .memory }
        }

        /// Stops the modules, then closes the stores.
        func close() async throws {
            await modules.stop()
            try await accounts.close()
        }
    }
#endif
