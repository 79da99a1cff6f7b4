import Granary

/// A read of objects by their identities, of a model with a cache.
struct CachedReading<M: Model> {
    private let cache: ModelCache
    private let caches: ModelCaches
    private let target: ReadTarget<M>
    private let keys: [KeyBits]
    private let versions: [CachedVersion]
    private let digest: String
    private let noted: CachedVersion

    /// Takes the versions that rows read from now on have at least; `nil` where nothing is cached.
    init?(_ target: ReadTarget<M>, _ digest: QueryDigest?, _ caches: ModelCaches) {
        guard case .keys(let keys) = target, let digest = digest?.own, let cache = caches[M.self] else {
            return nil
        }
        self.cache = cache
        self.caches = caches
        self.target = target
        self.digest = digest
        self.keys = keys.map(\.bits)
        versions = self.keys.map(cache.version)
        noted = caches.notes.version(of: digest)
    }

    /// The answer of the store, if all of it is here.
    var answer: Answer<M>? {
        var found: [M.Snapshot] = []
        found.reserveCapacity(keys.count)
        for key in keys {
            guard let snapshot: M.Snapshot = cache.snapshot(key) else { return nil }
            found.append(snapshot)
        }
        return caches.notes.state(of: digest).map { Answer(found, of: target, $0) }
    }

    /// Keeps what the store has answered; objects of which something was never served are left out.
    func keep(_ answer: Answer<M>) {
        cache.noteMiss()
        caches.notes.keep(answer.state, digest, noted)
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
