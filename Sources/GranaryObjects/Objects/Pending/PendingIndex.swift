/// The touched objects of an entity by the values of some columns, so that a query visits few of them.
///
/// It holds places in the identity map, not references. Its results have to be checked: an object's value may have
/// changed, and the object is then filed under both, or another object may be at the place.
final class PendingIndex {
    private let columns: [Int]
    private let property: Int?
    private var places: [[Value]: [UInt32]] = [:]
    /// The places of objects with a property that cannot be stored.
    private var others: [UInt32] = []
    /// The number of entries.
    private(set) var count = 0

    /// Makes an empty index of some columns of an entity.
    init(_ columns: [Int], of entity: Entity) {
        self.columns = columns
        let properties = Set(columns.map { entity.columns[$0].property })
        property = properties.count == 1 ? properties.first : nil
    }

    /// Adds an object under its current values.
    func add(_ object: any Model, _ entity: Entity) {
        count += 1
        if let values = try? values(object, entity) {
            places[columns.map { values[$0] }, default: []].append(object._objectState.slot)
        } else {
            others.append(object._objectState.slot)
        }
    }

    private func values(_ object: any Model, _ entity: Entity) throws -> [Value] {
        if let property { return try object.columnValues(of: entity, only: property) }
        return try object.columnValues(of: entity)
    }

    /// The places of all objects that may hold one of some lists of values, each once.
    func places(of points: [[Value]]) -> [UInt32] {
        var seen: Set<UInt32> = []
        var found: [UInt32] = []
        for place in others where seen.insert(place).inserted { found.append(place) }
        for point in points {
            for place in places[point] ?? [] where seen.insert(place).inserted { found.append(place) }
        }
        return found
    }
}

extension ObjectTable {
    /// Visits every inserted or stored touched object from a position in the list on.
    func forEachTouched(from start: Int, _ body: (any Model) -> Void) {
        for object in list.dropFirst(start) where object._objectState.isIdentified && !isForgotten(object) {
            body(object)
        }
    }

    /// The object at a place, if it is touched and inserted or stored.
    func touchedObject(at place: UInt32) -> (any Model)? {
        func find<M: Model>(_ type: M.Type) -> (any Model)? { touchedObject(at: place, as: type) }
        return type.flatMap { find($0) }
    }

    private func touchedObject<M: Model>(at place: UInt32, as type: M.Type) -> M? {
        guard let found = map.object(at: place) else { return nil }
        let object = unsafeDowncast(found, to: type)  // safe: the map holds this type only.
        return object._objectState.isTouched && object._objectState.isIdentified ? object : nil
    }

    /// The unsaved objects without the deleted ones.
    func pendingObjects<M: Model>() -> [M] {
        list.compactMap {
            guard $0._objectState.isPending, $0._objectState.phase != .deleted, !isForgotten($0) else {
                return nil
            }
            return unsafeDowncast($0, to: M.self)  // safe: the list holds this type only.
        }
    }

    /// The unsaved objects, without deleted ones, that may hold one of some lists of values in some columns.
    func pendingObjects<M: Model>(holding points: [[Value]], in columns: [Int]) -> [M] {
        indexes.places(of: points, in: columns, self).compactMap { place in
            touchedObject(at: place, as: M.self).flatMap { $0._objectState.isPending ? $0 : nil }
        }
    }

    /// The unsaved objects, without deleted ones, that may hold a value in a range.
    func pendingObjects<M: Model>(in range: PendingRange) -> [M] {
        indexes.places(in: range, self).compactMap { place in
            touchedObject(at: place, as: M.self).flatMap { $0._objectState.isPending ? $0 : nil }
        }
    }

    /// The touched objects, without deleted ones, that may hold some values in some columns, in the order of indexing.
    func touchedObjects(holding values: [Value], in columns: [Int]) -> [any Model] {
        indexes.places(of: [values], in: columns, self).compactMap { touchedObject(at: $0) }
    }
}
