import Granary

/// The caches of the models of a stack.
final class ModelCaches: Sendable {
    /// What the store knows of answers by identity.
    let notes = ServedNotes()
    private let caches: [Int: ModelCache]
    /// Looks whether memory is scarce.
    let memory: MemoryWatch
    /// Notifies the caches of saves; `nil` without caches.
    private let follower: CacheFollower?

    /// Makes the caches that models are declared with, or that a configuration says in their place.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for a store in which others may save unheard, and for a model that
    ///   is not synced.
    init(_ rule: SyncRule, _ stack: PersistentStack, _ configured: [String: CacheSize], _ times: SyncTimes)
        throws
    {
        memory = MemoryWatch(MemoryFiles(), times.clock)
        var declared = rule.models.mapValues(\.cache)
        for (name, size) in configured.sorted(by: { $0.key < $1.key }) {
            declared[try Self.position(of: name, rule, stack.schema)] = .limited(size)
        }
        var caches: [Int: ModelCache] = [:]
        for (position, cache) in declared {
            guard let kept = cache.make?() else { continue }
            caches[position] = ModelCache(stack.schema.entities[position], kept, rows: cache.rows)
        }
        self.caches = caches
        if caches.isEmpty {
            follower = nil
            return
        }
        for cache in caches.values.sorted(by: { $0.entity.index < $1.entity.index }) {
            if let problem = CacheFollower.problem(of: cache.entity, stack) { throw problem }
        }
        let follower = CacheFollower(caches, notes, stack)
        self.follower = follower
        follower.begin()
    }

    private static func position(of name: String, _ rule: SyncRule, _ schema: Schema) throws -> Int {
        if let entity = schema.entity(name), rule.captures(entity) { return entity.index }
        let known = rule.models.keys.map { schema.entities[$0].name }.sorted()
        var error = GranaryError(
            .configuration,
            "The configuration has a cache for “\(name)”, which is no synced model (\(known.joined(separator: ", "))); correct the name, or take it out."
        )
        error.context.keyPath = "sync.caches.\(name)"
        throw error
    }

    /// The cache of a model; `nil` without one.
    subscript<M: Model>(_ model: M.Type) -> ModelCache? {
        if caches.isEmpty { return nil }
        return follower?.stack.schema.entity(of: model).flatMap { caches[$0.index] }
    }

    /// Halves the caches if memory is scarce.
    func relieve() { if memory.findsScarce { shrink(to: 0.5) } }

    /// Shrinks each cache to a share of what it has.
    func shrink(to share: Double) {
        for cache in caches.values { cache.shrink(to: cache.size.part(share)) }
    }

    /// Shrinks all caches by one share, so that they have no more than a size together.
    func shrink(to most: CacheSize) {
        let sizes = caches.values.map { ($0, $0.size) }
        let rows = sizes.reduce(0) { $0 + $1.1.rows }
        let bytes = sizes.reduce(0) { $0 + $1.1.bytes }
        let share = min(
            Double(most.rows) / Double(max(rows, 1)), Double(most.bytes) / Double(max(bytes, 1)))
        if share >= 1 { return }
        for (cache, size) in sizes { cache.shrink(to: size.part(share)) }
    }
}
