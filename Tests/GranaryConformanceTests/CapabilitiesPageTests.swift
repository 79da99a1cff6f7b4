import Foundation
import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// The page of capabilities has a column for each harness, also for two of one type, and says what was left out.
@Suite struct CapabilitiesPageTests {
    /// A folder with the script, a report, and room for the page.
    private let directory: TemporaryDirectory
    private var folder: URL { directory.url }
    private var report: URL { folder.appending(path: "report") }

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["Scripts", "Docs", "report"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Scripts/capabilities")
        try FileManager.default.copyItem(at: script, to: folder.appending(path: "Scripts/capabilities"))
    }

    /// Writes what a run on a harness reports: promises of two categories, unless they are left out.
    private func write(
        _ label: String, leftOut: [String] = [], ofCore: Range<Int> = 0..<0, provesCore: Bool = true,
        told: Int = 100,
        not: [ConformanceRecord.Result: Range<Int>] = [:]
    ) throws {
        let promises = (0..<100).map { number -> ConformanceRecord in
            .promise(
                type: "server", category: number < 50 ? "C1" : "C4", title: number < 50 ? "One" : "Four",
                name: "Promise \(number)", result: not.first { $0.value.contains(number) }?.key ?? .kept,
                requires: [], ofCore: ofCore.contains(number))
        }
        let sampled = provesCore ? 0..<0 : ofCore.dropLast()
        let kept = (0..<100).filter { number in
            !leftOut.contains(number < 50 ? "C1" : "C4") && !sampled.contains(number)
        }.map { promises[$0] }
        let head = ConformanceRecord.backend(
            type: "server", label: label, capabilities: ["durable"], promises: kept.count, leftOut: leftOut,
            provesCore: provesCore, durability: "")
        let lines = try ([head] + kept.prefix(told)).map {
            String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
        }
        try Data(lines.joined(separator: "\n").utf8).write(to: report.appending(path: "\(label).jsonl"))
    }

    /// Runs the script; whether it succeeds.
    private func run(_ arguments: String...) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["python3", folder.appending(path: "Scripts/capabilities").path] + arguments + [report.path]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// The table of every promise that the script writes beside the report.
    private func fullTable() throws -> String {
        try String(contentsOf: report.appending(path: "promises.md"), encoding: .utf8)
    }

    private func page() throws -> String {
        try String(contentsOf: folder.appending(path: "Docs/Capabilities.md"), encoding: .utf8)
    }

    @Test func twoHarnessesOfOneTypeHaveAColumnEachAndWhatIsLeftOutIsSaid() throws {
        try write("server")
        try write("server through a pooler", leftOut: ["C4"])
        #expect(try run())
        #expect(try page().contains("|  | server | server through a pooler |"))
        #expect(try page().contains("| C1 One | 50 | 50 ✓ | 50 ✓ |"))
        #expect(try page().contains("| C4 Four | 50 | 50 ✓ | 50 ○ |"))
        let json = report.appending(path: "report.json")
        try FileManager.default.removeItem(at: json)
        #expect(try run("--check"))
        #expect(FileManager.default.fileExists(atPath: json.path))
        try write("server through a pooler")
        #expect(try !run("--check"))
    }

    @Test func thePageIsASummaryAndTheReportHasEveryPromise() throws {
        try write("server", not: [.broken: 1..<2, .unclaimed: 2..<4])
        #expect(try run())
        #expect(try page().contains("| C1 One | 50 | 1 ✗ broken, 47 ✓, 2 – |"))
        #expect(try page().contains("|  | – | C1 2 |"))
        #expect(try page().contains("| C1 Promise 1 |  | ✗ broken |"))
        #expect(try !page().contains("Promise 2 "))
        #expect(try page().split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
        for number in 0..<100 { #expect(try fullTable().contains("| Promise \(number) |  | ")) }
        #expect(try fullTable().contains("| Promise 2 |  | – |"))
    }

    @Test func promisesOfTheCoreAreLeftOutWhereASampleIsChecked() throws {
        try write("server", ofCore: 60..<70)
        try write("another server", ofCore: 60..<70, provesCore: false)
        #expect(try run())
        #expect(try page().contains("| C4 Four | 50 | 41 ✓, 9 ○ | 50 ✓ |"))
    }

    @Test func aRunThatTellsOfTooFewPromisesIsRefused() throws {
        try write("server", leftOut: ["C4"], told: 48)
        #expect(try !run())
        try write("server", leftOut: ["C4"], told: 49)
        #expect(try run())
    }

    @Test func aHarnessChecksWhatItsStoreMustKeepAndASampleOfTheCore() {
        var harness = DictionaryStoreTests.harness
        harness.samples = []
        let promises = harness.promises
        let (ofStores, sample) = (promises.filter { !$0.isOfCore }, promises.filter(\.isOfCore))
        #expect(ofStores.map(\.description) == ConformancePromise.ofStores.map(\.description))
        #expect(sample.count * 12 > ConformancePromise.ofCore.count)
        #expect(sample.count * 4 < ConformancePromise.ofCore.count)
        #expect(Set(sample.map(\.category.code)) == Set(ConformancePromise.ofCore.map(\.category.code)))
    }

    @Test func aHarnessIsCalledLikeItsTypeAndLeavesNothingOut() {
        var harness = DictionaryStoreTests.harness
        harness.samples = []
        #expect(harness.label == "dictionary")
        harness.provesCore = true
        #expect(harness.promises.count == ConformancePromise.all.count)
        harness.leavesOut = [.scalars]
        #expect(harness.promises.allSatisfy { $0.category != .scalars })
        harness.samples = [.migrations]
        let sample = harness.promises.count { $0.category == .migrations }
        let all = ConformancePromise.all.count { $0.category == .migrations }
        #expect(sample > 0 && sample * 4 < all)
    }
}
