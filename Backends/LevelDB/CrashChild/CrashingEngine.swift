import GranaryConformance
import GranaryKeyValue

/// An engine that passes everything on, and says when it is about to write a batch and when it has written one.
final class CrashingEngine: KeyValueEngine {
    private let engine: any KeyValueEngine

    init(_ engine: any KeyValueEngine) { self.engine = engine }

    func makeSnapshot() throws -> any KeyValueSnapshot { try engine.makeSnapshot() }
    func makeBatch() throws -> any KeyValueBatch { CrashingBatch(try engine.makeBatch()) }
    func close() throws { try engine.close() }
}

private final class CrashingBatch: KeyValueBatch {
    private let batch: any KeyValueBatch

    init(_ batch: any KeyValueBatch) { self.batch = batch }

    func put(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) { batch.put(key, value) }
    func delete(_ key: UnsafeRawBufferPointer) { batch.delete(key) }
    func commit(durably: Bool) throws {
        CrashTrap.shared.reach(.beforeEngineWrite)
        try batch.commit(durably: durably)
        CrashTrap.shared.reach(.afterEngineWrite)
    }
}
