internal import ArgumentParser
internal import Foundation
internal import Syncing
internal import Workload

/// Opens a store with waiting writes in a separate process and prints by how many bytes its memory grew at most.
struct MeasureSyncingPeak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync-peak", abstract: "Measure the memory of opening; used by `sync`.",
        shouldDisplay: false)

    @Argument(help: "The directory of the store.") var directory: String

    func run() async throws {
        let start = try ProcessMemory.begin()
        let ofNoFile = try PrivateMemory()
        try await WaitingWrites.open(in: directory)
        print(ofNoFile.end(), try ProcessMemory.peak() - start)
    }

    /// The bytes by which processes that open stores grow at most.
    struct Peak {
        /// Memory that belongs to no file, looked at every two milliseconds.
        let ofNoFile: Int
        /// Resident memory, as Linux records its peak.
        let resident: Int
    }

    /// Opens a store without waiting writes and one with 10,000, in turns, each time in a new process; the medians.
    static func measure(rounds: Int, in parent: String) async throws -> (base: Peak, judged: Peak) {
        let directory = URL(fileURLWithPath: parent).appendingPathComponent("sync-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let counts = [0, 10_000]
        let places = counts.map { directory.appendingPathComponent("\($0)").path }
        for (count, place) in zip(counts, places) {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try await WaitingWrites.make(count, in: place)
        }
        var peaks: [[[Int]]] = [[], []]
        for _ in 0..<rounds {
            for side in places.indices {
                peaks[side].append(try ProcessMemory.allMeasured(by: ["sync-peak", places[side]], what))
            }
        }
        return (try median(peaks[0]), try median(peaks[1]))
    }

    private static func median(_ peaks: [[Int]]) throws -> Peak {
        let medians = try ProcessMemory.medians(2, of: peaks, what)
        return Peak(ofNoFile: medians[0], resident: medians[1])
    }

    private static let what = "opening a store"
}
