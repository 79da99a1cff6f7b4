import Foundation
import Granary
import GranaryConformance
import Testing

/// The store of the chapter for backend authors: it keeps the promises but a few, and stands there as it is here.
@Suite struct DictionaryStoreTests {
    static let harness = ConformanceHarness(Backend(DictionaryBackend.self)) { name, place in
        StoreConfiguration(name: name, type: DictionaryBackend.type, location: place.directory)
    }

    /// What a store does not keep that leaves counting, orders and ranges to the core, cannot stage a save beside
    /// other stores, and does not notice that it was closed.
    static let left = [
        "A violation in one store leaves the other store as it was",
        "A count, an exists and an aggregate take one request each and load nothing",
        "A relationship into a detached store reads as empty; the save and the unit of work say so",
        "A stream of 20,000 objects keeps none that nobody holds",
        "A graph of 2,000 owners with 8,000 members is one save",
        "10,000 saves of other contexts' objects do not burden a context that shows ten",
    ]

    @Test(.timeLimit(.minutes(2)), arguments: ConformancePromise.all)
    func keeps(_ promise: ConformancePromise) async throws {
        guard Self.left.contains(where: promise.name.hasPrefix) else {
            return try await promise.verify(on: Self.harness)
        }
        await withKnownIssue("a store that only knows keys") {
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
