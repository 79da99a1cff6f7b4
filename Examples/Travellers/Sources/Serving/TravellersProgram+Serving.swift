#if HTTP && Services
    package import Flights
    import Granary
    import GranaryAccounts
    import GranaryLevelDB
    import GranaryMemory
    import GranaryPostgreSQL
    import GranarySQLite
    import GranaryService
    package import ServiceLifecycle

    extension TravellersProgram {
        /// Makes a service of the accounts of a server with its parts.
        ///
        /// The reference data are imported when the stores are open, then the server begins; the stores close last.
        ///
        /// - Parameters:
        ///   - configuration: the path of the configuration file.
        ///   - folder: the data of January.
        ///   - days: how many days of January are imported.
        ///   - port: the port on the loopback interface; 0 is a free one.
        ///   - say: gets where the server listens, the reminders of each traveller, and the end.
        /// - Returns: the service, for a group.
        package static func service(
            _ configuration: String, folder: DataFolder, days: Int, port: UInt16,
            _ say: @escaping @Sendable (String) -> Void
        ) -> any Service {
            AccountsService {
                try await Accounts.open(
                    TravelSchema.make(),
                    configuration: FileConfigurationSource(path: configuration, arguments: []),
                    backends: [.memory, .sqlite, .leveldb, .postgresql], users: Traveller.self,
                    modules: { account in Modules { Reminder(of: account.id.name, say) } })
            } modules: { accounts in
                Modules {
                    ModuleEntry(
                        Importer(data: FlightData(folder: folder, days: days)), limit: .seconds(300))
                    ServiceModule(needs: [Importer.self]) { _ in try TripServer(accounts, port: port, say) }
                }
            }
        }
    }
#endif
