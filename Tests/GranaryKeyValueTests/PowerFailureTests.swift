import CustomBackend
import Foundation
import Granary
import GranaryKeyValue
import GranaryTestSupport
import Testing

/// An engine that keeps what was committed durably in another engine beside: all that a power failure leaves.
private final class ForgetfulEngine: KeyValueEngine {
    private let present: LogEngine
    private let durable: LogEngine

    init(_ path: String, durable: String) throws {
        present = try LogEngine(path)
        self.durable = try LogEngine(durable)
    }

    func makeSnapshot() -> any KeyValueSnapshot { present.makeSnapshot() }
    func makeBatch() -> any KeyValueBatch { Batch(present.makeBatch(), durable.makeBatch()) }
    func close() {
        present.close()
        durable.close()
    }

    private final class Batch: KeyValueBatch {
        private let present: any KeyValueBatch
        private let durable: any KeyValueBatch
        init(_ present: any KeyValueBatch, _ durable: any KeyValueBatch) {
            (self.present, self.durable) = (present, durable)
        }
        func put(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
            present.put(key, value)
            durable.put(key, value)
        }
        func delete(_ key: UnsafeRawBufferPointer) {
            present.delete(key)
            durable.delete(key)
        }
        func commit(durably: Bool) throws {
            try present.commit(durably: durably)
            if durably { try durable.commit(durably: true) }
        }
    }
}

/// What a power failure leaves: durable commits, and perhaps none of the others.
@Suite struct PowerFailureTests {
    @Test func keysOfSavedRowsAreNotHandedOutAgain() throws {
        let directory = try TemporaryDirectory()
        let paths = ["present.log", "durable.log"].map(directory.path(of:))
        let schema = try Fixture.schema()
        let player = try #require(schema.entity("Player"))
        let store = try KeyValueStore(
            StoreOpenRequest(
                configuration: StoreConfiguration(name: "Games", type: LogStore.type),
                entities: schema.entities, links: schema.links, fingerprint: schema.fingerprint),
            engine: ForgetfulEngine(paths[0], durable: paths[1]), capabilities: LogStore.capabilities)
        let session = try store.makeSession()
        var largest: Int64 = 0
        for _ in 1...3 {
            let first = try session.reserveKeys(10, of: player)
            #expect(first == largest + 1)
            for id in first..<(first + 3) {
                var changes = ChangeSet()
                let row = Record(of: player, ["id": .integer(id), "name": .text("n")])
                changes.inserts = [InsertBatch(entity: player, rows: [row])]
                _ = try session.commit(changes)
            }
            largest = first + 9
            let copy = paths[1] + ".copy"
            defer { try? FileManager.default.removeItem(atPath: copy) }
            try FileManager.default.copyItem(atPath: paths[1], toPath: copy)
            let after = try Desk.open(schema, copy)
            let other = try after.makeSession()
            #expect(try other.reserveKeys(1, of: player) == largest + 1)
            other.end()
            try after.close()
        }
        session.end()
        try store.close()
    }
}
