import Foundation
import Granary
import GranaryConformance
import Testing

/// The store of the chapter for backend authors: it keeps every promise that it claims, and stands there as it is
/// here.
@Suite struct DictionaryStoreTests {
    static let harness = {
        var harness = ConformanceHarness(Backend(DictionaryBackend.self)) { name, place in
            StoreConfiguration(name: name, type: DictionaryBackend.type, location: place.directory)
        }
        // What it leaves to the core, the kit's reference leaves too, which a short run checks in full.
        harness.samples = [
            .predicates, .sorting, .aggregates, .structures, .concurrency, .relationships, .unitOfWork, .bulk,
            .values,
            .telemetry, .indexes, .loading, .migrations,
        ]
        return harness
    }()

    @Test(.timeLimit(.minutes(2)), arguments: DictionaryStoreTests.harness.promises)
    func keeps(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Self.harness)
    }

    @Test(arguments: ["DictionaryStore", "DictionarySave", "DictionaryCursor"])
    func standsInTheChapter(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let catalogue = folder.appending(path: "../../Sources/GranaryStore/GranaryStore.docc")
        let code = try String(contentsOf: folder.appending(path: "\(name).swift"), encoding: .utf8)
        let chapter = try String(
            contentsOf: catalogue.appending(path: "BackendAuthors.md"), encoding: .utf8)
        #expect(chapter.contains("```swift\n\(code)```"))
    }
}
