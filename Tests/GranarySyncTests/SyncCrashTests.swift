import Foundation
import Granary
import GranaryConformance
import GranaryPostgreSQL
import GranarySync
import GranaryTestHarnesses
import GranaryTestSupport
import Testing

/// Writes survive the end of the process on their way, and the server carries out each of them once.
@Suite struct SyncCrashTests {
    @Test(.timeLimit(.minutes(10)), arguments: ["sqlite", "leveldb"])
    func aWriteIsCarriedOutOnceWhereverTheProcessEnds(_ type: String) throws {
        try Self.run(on: type) { _ in }
    }

    @Test(.timeLimit(.minutes(120)), arguments: ["sqlite", "leveldb"])
    func aWriteIsCarriedOutOnceHoweverOftenTheProcessEnds(_ type: String) throws {
        try Self.runPrograms(on: type) { _ in }
    }

    /// The places at which a child ends: a point, and how often it is passed before.
    private static let places: [(point: String, passes: Int)] =
        (["beforeSaving", "afterSaving"] + SyncPoint.allCases.map(\.rawValue)).flatMap { point in
            (0..<passes(of: point)).map { (point, $0) }
        }

    /// How often the child comes to a point.
    private static func passes(of point: String) -> Int {
        switch SyncPoint(rawValue: point) {
        case .beforeDeciding, .afterDeciding: 1
        // A query, and two pages of changes.
        case .beforeMerging, .afterMerging: 3
        // The child has no cache.
        case .afterReading: 0
        default: 6
        }
    }

    /// Ends a child at each point, each time it comes there, and starts it again.
    static func run(on type: String, removing: (TemporaryDirectory) throws -> Void) throws {
        for (point, passes) in places {
            let directory = try TemporaryDirectory()
            let killed = try child(type, directory, [point, String(passes)])
            #expect(killed == SIGKILL, "\(point) after \(passes)")
            try finish(type, directory, "\(point) after \(passes)")
            try removing(directory)
        }
    }

    /// Ends a child several times at random points, and those that go on where it was; ten thousand times in a long run.
    static func runPrograms(on type: String, removing: (TemporaryDirectory) throws -> Void) throws {
        var kills = 0
        for seed in ConformanceEffort.current.seeds(1, long: 5_500) {
            var generator = SeededGenerator(seed: seed)
            let directory = try TemporaryDirectory()
            var log: [String] = []
            for _ in 0..<Int.random(in: 2...5, using: &generator) {
                guard let place = places.randomElement(using: &generator) else { continue }
                log.append("\(place.point) after \(place.passes)")
                let end = try child(type, directory, [place.point, String(place.passes)])
                // A child that goes on does not come to every point again.
                #expect(end == SIGKILL || end == 0, "seed \(seed): \(log)")
                kills += end == SIGKILL ? 1 : 0
            }
            try finish(type, directory, "seed \(seed): \(log)")
            try removing(directory)
        }
        print("\(type): processes were ended \(kills) times")
    }

    /// Has a child come to its end, and compares what the server has carried out.
    private static func finish(_ type: String, _ directory: TemporaryDirectory, _ program: String) throws {
        #expect(try child(type, directory, []) == 0, "\(program)")
        let lines = try String(contentsOfFile: directory.path(of: "server.txt"), encoding: .utf8)
            .split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) }
        // What does not build on the refused write does not wait for the decision.
        #expect(
            lines.prefix(3) == ["insert first", "insert second", "update first, corrected"]
                && Set(lines.dropFirst(3)) == ["insert good", "insert third, twice"] && lines.count == 5,
            "\(program)")
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
@Suite(.enabled(if: Harnesses.hasServer)) struct PostgreSQLSyncCrashTests {
    @Test(.timeLimit(.minutes(10))) func aWriteIsCarriedOutOnceWhereverTheProcessEnds() throws {
        try SyncCrashTests.run(on: "postgresql", removing: Self.destroy)
    }

    @Test(.timeLimit(.minutes(120))) func aWriteIsCarriedOutOnceHoweverOftenTheProcessEnds() throws {
        try SyncCrashTests.runPrograms(on: "postgresql", removing: Self.destroy)
    }

    private static func destroy(_ directory: TemporaryDirectory) throws {
        let schema = String((directory.path.split(separator: "/").last ?? "").suffix(63))
        var options = StoreOptions(["schema": schema])
        options["url"] = ProcessInfo.processInfo.environment["GRANARY_TEST_POSTGRESQL"]
        try PostgreSQLStore.destroy(
            StoreConfiguration(name: "Default", type: .postgresql, options: options))
    }
}
