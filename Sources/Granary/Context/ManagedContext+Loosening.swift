/// New objects that leave a context refer to each other as they did before they entered it.
extension ManagedContext {
    /// Lets the new objects of the context, which all leave it, hold each other again, so that inserting one brings
    /// what it refers to.
    func loosenNewObjects() {
        for register in registers where !schema.toOneRoutes[register.entity.index].isEmpty {
            for object in register.touched where object.objectState.phase == .inserted {
                loosen(object, register.entity)
            }
        }
    }

    /// Lets a new object hold the new ones it refers to by key, unless the program has put it into their lists.
    func loosen(_ object: any Model, _ entity: Entity) {
        for (position, route) in schema.toOneRoutes[entity.index].enumerated() {
            guard let key = object.referenceKey(at: position),
                let target = loadedObject(key.bits, of: route.destination), target !== object,
                target.objectState.phase == .inserted, !holds(target, object, route)
            else { continue }
            if route.inverseIsToMany {
                target.members(at: route.inversePosition)?.remove(object)
            }
            object.refer(to: .object(target), at: position)
        }
    }

    /// Whether the other side of a relationship to one holds the object that refers to it.
    private func holds(_ target: any Model, _ object: any Model, _ route: Route) -> Bool {
        if route.inverseIsToMany {
            guard route.inversePosition >= 0, let members = target.members(at: route.inversePosition) else {
                return false
            }
            return members.isOfProgram && members.contains(object)
        }
        guard let inverse = route.inverse, case .object = target.reference(at: toOnePosition(inverse)) else {
            return false
        }
        return true
    }
}

extension Model {
    /// The key of what a relationship to one refers to, by its position among those to one.
    package func referenceKey(at position: Int) -> ObjectKey? {
        if case .key(let key) = reference(at: position) { key } else { nil }
    }
}
