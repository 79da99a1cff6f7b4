import Foundation
import GranaryConformance
import GranarySync
import GranaryTestSupport
import Testing

/// Writes survive the end of the process on their way, and the server carries out each of them once.
@Suite struct SyncCrashTests {
    @Test(.timeLimit(.minutes(10)), arguments: ["sqlite", "leveldb"])
    func aWriteIsCarriedOutOnceWhereverTheProcessEnds(_ type: String) throws {
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
                #expect(
                    lines == [
                        "insert first", "insert second", "update first, corrected", "insert good",
                        "insert third, twice",
                    ],
                    "\(point) after \(passes)")
            }
        }
    }

    /// How often the child comes to a point.
    private static func passes(of point: SyncPoint) -> Int {
        switch point {
        case .beforeDeciding, .afterDeciding, .beforeMerging, .afterMerging: 1
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
