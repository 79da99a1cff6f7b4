import FoundationEssentials
import Granary
import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Writes the outcome of each promise, if the environment variable `GRANARY_REPORT` names a directory for it.
///
/// Each harness has its own file in that directory, `<label>.jsonl`, a ``ConformanceRecord`` in JSON on each line.
/// Nothing has to be called: ``ConformancePromise/verify(on:sourceLocation:)`` reports by itself.
/// `Scripts/capabilities` makes `Docs/Capabilities.md` from the files.
public struct ConformanceReport: Sendable {
    /// The directory of the report; `nil` when none is asked for, or only some promises are checked.
    public static let directory =
        ConformanceEffort.current.promises == nil
        ? ProcessInfo.processInfo.environment["GRANARY_REPORT"] : nil
    /// The labels whose first line this process has written.
    private static let begun = Mutex<Set<String>>([])
    /// The categories of the kit's own promises.
    private static let categories = Set(
        (ConformancePromise.all + ConformancePromise.overNetworks).map(\.category.code))

    private let harness: ConformanceHarness
    private let file: String

    /// Makes a report about a backend; `nil` when none is asked for.
    init?(_ harness: ConformanceHarness) {
        guard let directory = Self.directory else { return nil }
        self.harness = harness
        file = "\(directory)/\(harness.label).jsonl"
    }

    /// Records the result of a promise.
    func note(_ promise: ConformancePromise, _ result: ConformanceRecord.Result) {
        let type = harness.backend.type.type.name
        // Promises of another product are a part of what the kit's own tests report about the backend.
        let isOfKit = Self.categories.contains(promise.category.code)
        if isOfKit, Self.begun.withLock({ $0.insert(harness.label).inserted }) {
            write(
                .backend(
                    type: type, label: harness.label, capabilities: harness.capabilities.names,
                    promises: harness.promises.count, leftOut: harness.leftOut.map(\.code).sorted(),
                    provesCore: harness.checksCoreWhole, durability: harness.durability))
        }
        write(
            .promise(
                type: type, category: promise.category.code, title: promise.category.title,
                name: promise.name, result: result, requires: promise.requires.names,
                ofCore: promise.isOfCore))
    }

    /// Adds a line; lines of several threads and processes stay whole, since each is one write.
    private func write(_ record: ConformanceRecord) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var line = try? encoder.encode(record) else { return }
        line.append(UInt8(ascii: "\n"))
        let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        line.withUnsafeBytes { _ = writeAll(descriptor, $0) }
    }
}

private func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
