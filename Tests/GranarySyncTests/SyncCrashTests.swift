import Foundation
import Granary
import GranaryConformance
import GranaryPostgreSQL
import GranarySync
import GranaryTestSupport
import Testing

/// Writes survive the end of the process on their way, and the server carries out each of them once.
@Suite struct SyncCrashTests {
    @Test(.timeLimit(.minutes(10)), arguments: ["sqlite", "leveldb"])
    func aWriteIsCarriedOutOnceWhereverTheProcessEnds(_ type: String) throws {
        try Self.run(on: type) { _ in }
    }

    /// Ends a child at each point, each time it comes there, and starts it again.
    static func run(on type: String, removing: (TemporaryDirectory) throws -> Void) throws {
        for point in SyncPoint.allCases {
            for passes in 0..<Self.passes(of: point) {
                let directory = try TemporaryDirectory()
                let killed = try Self.child(type, directory, [point.rawValue, String(passes)])
                #expect(killed == SIGKILL, "\(point) after \(passes)")
                #expect(try Self.child(type, directory, []) == 0, "\(point) after \(passes)")
                let lines = try String(contentsOfFile: directory.path(of: "server.txt"), encoding: .utf8)
                    .split(separator: "\n").map {
                        $0.split(separator: " ", maxSplits: 1).last.map(String.init)
                    }
                // What does not build on the refused write does not wait for the decision.
                #expect(
                    lines.prefix(3) == ["insert first", "insert second", "update first, corrected"]
                        && Set(lines.dropFirst(3)) == ["insert good", "insert third, twice"]
                        && lines.count == 5,
                    "\(point) after \(passes)")
                try removing(directory)
            }
        }
    }

    /// How often the child comes to a point.
    private static func passes(of point: SyncPoint) -> Int {
        switch point {
        case .beforeDeciding, .afterDeciding: 1
        // A query, and two pages of changes.
        case .beforeMerging, .afterMerging: 3
        // The child has no cache.
        case .afterReading: 0
        default: 6
        }
    }

    /// Runs the child; returns the signal or the code that it has ended with.
    private static func child(
        _ type: String, _ directory: TemporaryDirectory, _ place: [String]
    ) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: try ChildProgram.path(of: "SyncCrashChild"))
        process.arguments = [type, directory.path] + place
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

/// The same on a server.
@Suite(.enabled(if: SyncHarnesses.hasServer)) struct PostgreSQLSyncCrashTests {
    @Test(.timeLimit(.minutes(10))) func aWriteIsCarriedOutOnceWhereverTheProcessEnds() throws {
        try SyncCrashTests.run(on: "postgresql") { directory in
            let schema = String((directory.path.split(separator: "/").last ?? "").suffix(63))
            var options = StoreOptions(["schema": schema])
            options["url"] = ProcessInfo.processInfo.environment["GRANARY_TEST_POSTGRESQL"]
            try PostgreSQLStore.destroy(
                StoreConfiguration(name: "Default", type: .postgresql, options: options))
        }
    }
}
