#if HTTP
    import Flights
    import Foundation
    import GranaryConformance
    import GranaryTestSupport
    import Synchronization
    import Testing
    import Travellers

    /// The demonstration says the same wherever the stores are; in memory it leaves out what needs a second start.
    @Suite(.timeLimit(.minutes(2))) struct TravellersTests {
        @Test(arguments: ["sqlite", "leveldb"]) func theDemonstrationShowsEachStep(_ type: String)
            async throws
        {
            let directory = try TemporaryDirectory()
            let lines = try await demonstrate(
                """
                location: \(directory.path(of: "data"))
                stores:
                  People: { type: \(type), kind: durable }
                  Reference: { type: \(type), kind: purgeable }
                  Trips: { type: \(type), kind: durable, perAccount: true }
                  Timetables: { type: \(type), kind: purgeable, perAccount: true }
                  Drafts: { type: memory, perAccount: true }
                """, in: directory)
            #expect(lines.joined(separator: "\n") == Self.steps)
            #expect(lines.allSatisfy { $0.count <= 80 })
            // Nothing of whom the program has forgotten.
            let places = try FileManager.default.contentsOfDirectory(
                atPath: directory.path(of: "data/accounts"))
            #expect(places.count == 2)
        }

        @Test func theDemonstrationInMemoryLeavesOutTheSecondStart() async throws {
            let directory = try TemporaryDirectory()
            let lines = try await demonstrate(
                """
                stores:
                  People: { type: memory }
                  Reference: { type: memory }
                  Trips: { type: memory, perAccount: true }
                  Timetables: { type: memory, perAccount: true }
                  Drafts: { type: memory, perAccount: true }
                """, in: directory)
            #expect(lines.contains("   skipped   no store of the configuration is purgeable"))
            #expect(lines.contains("8. and 9. Nothing in memory outlasts another start, or a kill."))
            #expect(lines.last == "   state     ada is signedOut, and guest is current")
        }

        private func demonstrate(_ configuration: String, in directory: TemporaryDirectory) async throws
            -> [String]
        {
            let file = directory.path(of: "granary.yaml")
            try Data(configuration.utf8).write(to: URL(filePath: file))
            let january = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Flights/Sources/January").standardized
            let lines = Mutex<[String]>([])
            try await TravellersProgram.demo(
                file, folder: .at(january.path), days: 1, program: ChildProgram.path(of: "travellers")
            ) { line in lines.withLock { $0.append(line) } }
            return lines.withLock { $0 }
        }

        private static let steps = """
            1. Modules start in the order of their needs.
               modules   Counter notStarted, Importer running
               shared    16 airlines, 842 flights; accounts: none
            2. Nobody has signed in: the guest plans a trip.
               reminds   guest, remember: 2013-01-01 05:15 UA 1545 EWR to IAH
               holds     guest: 1 trip, 0 timetable lines, 1 draft
            3. Ada signs in, and adopts what the guest has planned.
               state     ada is signedIn
               reminds   ada, remember: 2013-01-01 05:15 UA 1545 EWR to IAH
               holds     ada: 1 trip, 305 timetable lines, 1 draft
               holds     guest: 0 trips, 0 timetable lines, 0 drafts
            4. Ben signs in beside her, and the program switches between them.
               reminds   ben, remember: 2013-01-01 05:40 AA 1141 JFK to MIA
               holds     ben: 1 trip, 0 timetable lines, 1 draft
               holds     ada: 1 trip, 305 timetable lines, 1 draft
               state     ada is signedIn, ben is signedIn
            5. A minute passes. Tokens last seconds, and a refresh token serves once.
               server    3 requests at once, 1 refresh
               holds     ada: 1 trip, 842 timetable lines, 1 draft
            6. Ada's cache is purged; what is durable stays.
               holds     ada: 1 trip, 0 timetable lines, 1 draft
               holds     ada: 1 trip, 297 timetable lines, 1 draft
            7. The network is lost, and the tokens grow old. Nobody is signed out.
               throws    unavailable
               state     ada is signedIn, with the error unavailable
               holds     ada: 1 trip, 297 timetable lines, 1 draft
            8. The program starts again without a network.
               state     ada is current and presession, with the error unavailable
               reminds   ada, remember: 2013-01-01 05:15 UA 1545 EWR to IAH
               holds     ada: 1 trip, 297 timetable lines, 0 drafts
               state     with the network, ada is signedIn
               holds     ada: 1 trip, 602 timetable lines, 0 drafts
            9. Another process of this program switches on and on, and is killed.
               killed    by signal 9
               current   whom it has shown last, or the next one, recorded but not shown
               holds     ada: 1 trip, 602 timetable lines, 0 drafts
               holds     ben: 1 trip, 0 timetable lines, 0 drafts
            10. Ben is forgotten: his stores, his tokens, his record and his user.
               current   guest
               shared    16 airlines, 842 flights; accounts: ada
               throws    notFound, when somebody looks for ben
            11. Ada signs out. Her stores are closed, and keep what they have.
               state     ada is signedOut, and guest is current
               holds     ada: 1 trip, 602 timetable lines, 0 drafts
            """
    }
#endif
