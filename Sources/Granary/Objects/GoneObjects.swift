/// The objects that have left a context because others have deleted their rows, to find out which of them the program
/// changes all the same.
///
/// Each is watched: the first change ends that, so one that is no longer watched has changed. It is held weakly, since
/// most are released at once.
struct GoneObjects {
    private struct Place {
        weak var object: (any Model)?
    }

    private var places: [Place] = []
    /// How many there may be before those that were released are looked for.
    private var limit = 64

    /// Starts empty.
    init() {}

    /// Notes an object that has left the context.
    mutating func note(_ object: any Model) {
        ObjectTable.watch(&object.objectState)
        if places.count >= limit {
            forgetReleased()
            limit = max(64, places.count * 2)
        }
        places.append(Place(object: object))
    }

    /// An object that has changed since.
    ///
    /// Complexity: O(noted objects).
    mutating func changed() -> (any Model)? {
        if places.isEmpty { return nil }
        forgetReleased()
        return places.lazy.compactMap(\.object).first { !$0.objectState.isWatched }
    }

    /// Has the changes so far count as given up.
    mutating func forgetChanges() {
        forgetReleased()
        for place in places {
            if let object = place.object { ObjectTable.watch(&object.objectState) }
        }
    }

    /// Forgets every object.
    mutating func removeAll() { places = [] }

    /// Forgets objects that were released, and those that the program has inserted again.
    private mutating func forgetReleased() {
        places.removeAll { $0.object?.objectState.isGone != true }
    }
}
