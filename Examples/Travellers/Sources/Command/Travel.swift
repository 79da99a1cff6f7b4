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
        /// What the reminders of all accounts say.
        let reminders: AsyncStream<String>

        /// Opens the stores of a configuration file, then starts the modules.
        init(_ configuration: String, _ client: TravelClient, _ data: FlightData) async throws {
            let (reminders, saying) = AsyncStream.makeStream(of: String.self)
            self.reminders = reminders
            accounts = try await Self.open(configuration, client) { saying.yield($0) }
            modules = try await Self.modules(data).start(with: accounts.sharedStack)
            try modules.report.check()
        }

        /// Opens the stores of a configuration file; a reminder runs in each account that is open, and says what it has to.
        static func open(
            _ configuration: String, _ client: TravelClient,
            reminding say: @escaping @Sendable (String) -> Void = { _ in }
        ) async throws -> TravelAccounts {
            try await Accounts.open(
                TravelSchema.make(),
                configuration: FileConfigurationSource(path: configuration, arguments: []),
                backends: [.memory, .sqlite, .leveldb, .postgresql], authenticator: client,
                modules: { account in Modules { Reminder(of: account.id.name, say) } })
        }

        private static func modules(_ data: FlightData) -> Modules {
            Modules {
                ModuleEntry(Counter(), .lazy)
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
