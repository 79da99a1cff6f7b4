import Foundation
import Granary
import GranaryConformance
import Testing

/// The store of the chapter for backend authors: it keeps the promises but a few, and stands there as it is here.
@Suite struct DictionaryStoreTests {
    static let harness = ConformanceHarness(Backend(DictionaryBackend.self)) { name, place in
        StoreConfiguration(name: name, type: DictionaryBackend.type, location: place.directory)
    }

    /// What a store does not keep that leaves counting, conditions, orders and ranges to the core, cannot stage a
    /// save beside other stores, and names neither properties nor itself in its errors.
    ///
    /// Many of these ask a session directly, and expect of it what a store may leave to the core.
    static let left = [
        "A violation in one store leaves the other store as it was",
        "A count, an exists and an aggregate take one request each and load nothing",
        "A graph of 2,000 owners with 8,000 members is one save",
        "A session reads one state while others commit",
        "A value that is required and missing is refused by name",
        "An open cursor does not hinder other reads, and keeps its rows",
        "Rows by keys come in key order, each once, and missing ones are passed over",
        "Two cursors of one session are read in turns",
        "What is staged is not seen by others before it is finished",
        "The random contexts of seed", "The random sessions of seed", "A name with ",
        "Explaining changes nothing and loads nothing",
        "A negative number in an unsigned property is an error",
        "A number that is no case of an enumeration is an error",
        "A number that is too large for its type is an error",
        "A text that is no case of an enumeration is an error",
        "JSON of another element type is an error",
        "JSON that is no case of an enumeration with payload is an error",
        "JSON that is not the structure is an error",
        "An error of a store names the store and its type",
        "Failures of commits leave a session that goes on",
    ]

    @Test(.timeLimit(.minutes(2)), arguments: ConformancePromise.all)
    func keeps(_ promise: ConformancePromise) async throws {
        guard Self.left.contains(where: promise.name.hasPrefix) else {
            return try await promise.verify(on: Self.harness)
        }
        await withKnownIssue("a store that only knows keys", isIntermittent: true) {
            try await promise.check(on: Self.harness).get()
        }
    }

    @Test(arguments: ["DictionaryStore", "DictionarySave", "DictionaryCursor"])
    func standsInTheChapter(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let code = try String(contentsOf: folder.appending(path: "\(name).swift"), encoding: .utf8)
        let chapter = try String(
            contentsOf: folder.appending(path: "../../Sources/Granary/Granary.docc/BackendAuthors.md"),
            encoding: .utf8)
        #expect(chapter.contains("```swift\n\(code)```"))
    }
}
