#if HTTP
    import Foundation
    import GranaryConformance
    import GranaryTestSupport
    import Testing

    /// The demonstration goes through a kill, and both sides end alike on each backend that survives it.
    @Suite(.timeLimit(.minutes(2))) struct OfflineTests {
        @Test(arguments: ["sqlite", "leveldb"]) func theDemonstrationEndsAlikeOnBothSides(_ type: String)
            throws
        {
            let directory = try TemporaryDirectory()
            let config = directory.path(of: "granary.yaml")
            try Data("stores: { Default: { type: \(type), file: airport } }".utf8).write(
                to: URL(filePath: config))
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(filePath: try ChildProgram.path(of: "offline"))
            process.arguments = ["demo", "--config", config]
            process.standardOutput = pipe
            try process.run()
            let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(output)")
            let lines = output.split(separator: "\n").map { String($0) }
            #expect(lines.contains("  .local: 0 flights, from local, complete: false"), "\(output)")
            #expect(lines.contains("  .localOrRemote: 297 flights, from remote, complete: true"), "\(output)")
            #expect(lines.contains("  ended by signal 9"), "\(output)")
            #expect(lines.contains("Starting again: 3 writes wait."), "\(output)")
            let ends = lines.suffix(2).map { $0.drop { $0 == " " }.drop { $0 != " " } }
            #expect(ends.count == 2 && ends[0] == ends[1] && ends[0].contains("2 remarks"), "\(output)")
        }
    }
#endif
