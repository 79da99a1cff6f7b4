/// The objects that have left a context because others have deleted their rows, to find out which of them the program
/// still changes.
///
/// Each is watched: the first change ends that, so one that is no longer watched has changed. A changed one is held until
/// the program hears of it; one that nobody else holds can change no more, and is released.
struct GoneObjects {
    // Not `any Model`: only a class type or this one supports the test for a unique reference.
    private var objects: [AnyObject] = []
    /// How many there may be before the next search for those that nobody else holds.
    private var limit = 64

    /// Starts empty.
    init() {}

    /// Notes an object that has left the context.
    mutating func add(_ object: any Model) {
        ObjectTable.watch(&object._objectState)
        if objects.count >= limit {
            release()
            limit = max(64, objects.count * 2)
        }
        objects.append(object)
    }

    /// An object that has changed since.
    ///
    /// Complexity: O(noted objects).
    mutating func changed() -> (any Model)? {
        if objects.isEmpty { return nil }
        release()
        return objects.lazy.compactMap { $0 as? any Model }.first { !$0._objectState.isWatched }
    }

    /// Makes the changes so far count as given up.
    mutating func discardChanges() {
        for case let object as any Model in objects where object._objectState.isGone {
            ObjectTable.watch(&object._objectState)
        }
        release()
    }

    /// Forgets every object.
    mutating func removeAll() { objects = [] }

    /// Releases objects that the program has inserted again, and unchanged ones that nobody else holds.
    private mutating func release() {
        var kept: [AnyObject] = []
        while var object = objects.popLast() {
            let isLast = isKnownUniquelyReferenced(&object)
            guard let model = object as? any Model, model._objectState.isGone else { continue }
            if !isLast || !model._objectState.isWatched { kept.append(object) }
        }
        objects = kept.reversed()
    }
}
