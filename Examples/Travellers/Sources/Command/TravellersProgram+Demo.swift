#if HTTP
    package import Flights

    extension TravellersProgram {
        /// Shows everything in turn, with the stores of a configuration file, and tells each line to a closure.
        ///
        /// - Parameters:
        ///   - configuration: the path of the configuration file.
        ///   - folder: the data of January.
        ///   - days: how many days of January are imported.
        ///   - program: the path of this program, for a process of its own.
        ///   - say: gets the lines.
        /// - Throws: errors of the data, of accounts and of the server.
        package static func demo(
            _ configuration: String, folder: DataFolder, days: Int, program: String,
            _ say: @escaping @Sendable (String) -> Void
        ) async throws {
            let data = FlightData(folder: folder, days: days)
            try await Demo(configuration: configuration, data: data, program: program, say).run()
        }
    }
#endif
