import Granary

/// A read of objects by their identities, of a model with a cache.
struct CachedReading<M: Model> {
    private let cache: ModelCache
    private let caches: ModelCaches
    private let target: ReadTarget<M>
    private let keys: [KeyBits]
    /// The versions that rows have at least which are read from now on.
    private var versions: [CachedVersion] = []
    /// What the bookkeeping says of the request from now on, or later.
    private var note: ServedNotes.Start?

    /// A read that the caches may answer; `nil` where nothing is cached.
    init?(_ target: ReadTarget<M>, _ caches: ModelCaches) {
        guard case .keys(let keys) = target, let cache = caches[M.self] else { return nil }
        self.cache = cache
        self.caches = caches
        self.target = target
        self.keys = keys.map(\.bits)
    }

    /// The answer of the store, if all of it is here.
    var answer: Answer<M>? {
        let before = keys.map(cache.version)
        var found: [M.Snapshot] = []
        found.reserveCapacity(keys.count)
        for key in keys {
            guard let snapshot: M.Snapshot = cache.snapshot(key) else { return nil }
            found.append(snapshot)
        }
        // A save in between, whose rows somebody has read since, would be here in part.
        if keys.count > 1, keys.map(cache.version) != before { return nil }
        return caches.notes.state(of: keys, model: cache.entity.index).map { Answer(found, of: target, $0) }
    }

    /// Takes the versions, before the store is read.
    mutating func begin(_ digest: QueryDigest?) {
        cache.noteMiss()
        versions = keys.map(cache.version)
        note = digest.map { caches.notes.start($0.own) }
    }

    /// Keeps what the store has answered; objects that lack something that was never served are left out.
    func keep(_ answer: Answer<M>) {
        if let note { caches.notes.keep(answer.state, of: keys, model: cache.entity.index, note) }
        let versions = Dictionary(zip(keys, versions)) { first, _ in first }
        let lacking = Set(answer.state.lacking.map(\.bits))
        for snapshot in answer {
            let key = snapshot.objectID.key.keyBits
            guard let version = versions[key], !lacking.contains(key) else { continue }
            cache.keep(snapshot, key, version)
        }
        caches.relieve()
    }
}
