import FoundationEssentials
import Granary

/// A started stack whose stores are at a place called `first`, and go to others.
struct MovingScene: Sendable {
    let bench: ConformanceBench
    let stack: PersistentStack

    private static let places = ["first", "second", "third"]

    /// The name of the configuration that moves unless another is named.
    private var name: String { bench.topology == .united ? "All" : "Operations" }

    /// Saves the library.
    func fill() async throws {
        try await stack.perform { context in
            try Library.insert(in: context)
            try context.save()
        }
    }

    /// Moves a store, or all of them where they are several, to another place.
    func move(
        _ only: String? = nil, to place: String, running: RunningWork = .wait,
        recording: @escaping @Sendable ([StoreConfiguration]) throws -> Void = { _ in }
    ) async throws {
        let all = bench.topology == .apart ? ["Reference", "Operations"] : [name]
        for name in only.map({ [$0] }) ?? all {
            try await stack.moveStore(
                named: name, to: bench.configuration(name, at: place), running: running, recording: recording)
        }
    }

    /// The content of the stores, in an order that does not change.
    func dump() async throws -> [String] { try await Self.dump(stack) }

    /// The content of the stores of a stack, in an order that does not change.
    static func dump(_ stack: PersistentStack) async throws -> [String] {
        try await stack.perform { context in
            let books = try context.fetch(Book.all).map { book in
                """
                \(book.id) \(book.title) \(book.subtitle ?? "-") \(book.pages ?? 0) \(book.price ?? 0) \
                \(book.author?.name ?? "-") \(book.publisher?.code ?? "-") \(book.card?.shelf ?? "-") \
                \(book.tags.map(\.word).sorted()) \(book.chapters.map(\.heading).sorted())
                """
            }
            let publishers = try context.fetch(Publisher.all).map { "\($0.code) \($0.owner?.code ?? "-")" }
            let others = [try context.count(Footnote.all), try context.count(Loan.all)].map { "\($0)" }
            return books + publishers + (try context.fetch(Tag.all).map { "\($0.word) \($0.weight ?? 0)" })
                + others
        }
    }

    /// The identities of the stores.
    func identity() throws -> [String] { try stack.coordinator().members.map { $0.store.identity.id } }

    /// Throws if anything of the stores of a place is left, or of one of them.
    func expectNothing(at place: String, of name: String? = nil) throws {
        let type = bench.harness.backend.type
        for configuration in try bench.configurations(at: place) {
            if let name, configuration.name != name { continue }
            if let type = type as? any InspectableBackend.Type {
                try expect(try type.inspect(configuration) == nil, "a store is at \(place)")
            }
            guard type.capabilities.contains(.files), let location = configuration.location else { continue }
            let file = configuration.fileName
            let left = try FileManager.default.contentsOfDirectory(atPath: location)
                .filter {
                    $0 == file || $0.hasPrefix("\(file)-") || $0.hasPrefix("\(file).")
                        || $0.hasPrefix(".\(file).")
                }
            try expectEqual(left.sorted(), [], "files at \(place)")
        }
    }

    /// Removes the stores of every place.
    func destroy() throws {
        for place in Self.places {
            for configuration in try bench.configurations(at: place) {
                try bench.harness.backend.type.destroy(configuration)
            }
        }
    }
}
