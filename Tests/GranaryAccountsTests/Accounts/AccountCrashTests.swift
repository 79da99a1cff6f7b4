import Foundation
import Granary
import GranaryAccounts
import GranaryConformance
import GranaryTestHarnesses
import GranaryTestSupport
import Testing

/// What was shown outlasts the end of the process on the way of a sign-in, a refresh, a change of who is current, or
/// forgetting, and each place belongs to one account.
@Suite struct AccountCrashTests {
    @Test(.timeLimit(.minutes(60)), arguments: ["sqlite", "leveldb"])
    func eachPlaceBelongsToOneAccountWhereverTheProcessEnds(_ type: String) throws {
        try Self.run(on: type)
    }

    @Test func eachMomentIsTried() {
        let points = Set(Self.steps.map(\.point))
        #expect(points == Set(AccountPoint.allCases.map(\.rawValue)))
    }

    private static let steps: [(scene: String, point: String)] = [
        ("signIn", ["beforeStoring", "secretStored", "recorded", "beforeCurrent", "currentRecorded"]),
        (
            "adopt",
            [
                "guestLeased", "beforeStoring", "secretStored", "recorded", "beforeCurrent",
                "currentRecorded",
            ]
        ),
        ("change", ["beforeCurrent", "currentRecorded"]),
        ("refresh", ["beforeAsking", "answered", "beforeStoring", "secretStored", "recorded"]),
        ("forget", ["beforeMarking", "marked", "storesErased", "secretRemoved", "forgotten"]),
    ].flatMap { scene, points in points.map { (scene, $0) } }

    /// Ends one process after the other, each at another point, in random order; each looks at what the last one has left.
    static func run(on type: String) throws {
        for seed in ConformanceEffort.current.seeds(1, long: 100) {
            var generator = SeededGenerator(seed: seed)
            let directory = try TemporaryDirectory()
            var log: [String] = []
            for step in steps.shuffled(using: &generator) {
                log.append("\(step.scene) until \(step.point)")
                let (end, text) = try child(type, directory, [step.scene, step.point])
                #expect(end == SIGKILL, "seed \(seed): \(text), of \(log)")
                if end != SIGKILL { return }
            }
            let (end, text) = try child(type, directory, [])
            #expect(end == 0, "seed \(seed): \(text), of \(log)")
        }
    }

    /// Runs the child; returns the signal or the code that it has ended with, and what it says.
    private static func child(
        _ type: String, _ directory: TemporaryDirectory, _ place: [String]
    ) throws -> (Int32, String) {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: try ChildProgram.path(of: "AccountCrashChild"))
        process.arguments = [type, directory.path] + place
        process.standardError = pipe
        try process.run()
        let text = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }
}

/// The same on a server.
@Suite(.enabled(if: Harnesses.hasServer)) struct PostgreSQLAccountCrashTests {
    @Test(.timeLimit(.minutes(60))) func eachPlaceBelongsToOneAccountWhereverTheProcessEnds() throws {
        try AccountCrashTests.run(on: "postgresql")
    }
}
