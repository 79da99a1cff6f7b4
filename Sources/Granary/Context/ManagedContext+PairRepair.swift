extension ManagedContext {
    /// Has both sides of a one-to-one relationship agree after one of them was set to what its store holds: former
    /// partners are freed, and the present one refers back.
    func repairPair<M: Model>(of object: M, at position: Int, _ route: Route, former: [ObjectKey]) {
        guard let inverse = route.inverse, !route.inverseIsToMany else { return }
        let present = object.referenceKey(at: position)
        for key in Set(former).sorted() where key != present {
            readPartner(key, route)
            release(object, from: key.bits, through: route)
        }
        guard let present, object.objectState.changes != nil else { return }
        readPartner(present, route)
        if let partner = loadedObject(present.bits, of: route.destination),
            partner.objectState.phase != .deleted
        {
            pair(partner, with: object, through: inverse)
        }
    }

    /// Loads a partner, or reads it again where this context has not changed it: others may have.
    private func readPartner(_ key: ObjectKey, _ route: Route) {
        guard loadedObject(key.bits, of: route.destination) != nil else {
            return loadPartner(key, through: route)
        }
        do {
            try reload([(key.bits, key)], registers[route.destination.index])
        } catch {
            keep(loadError(route.relationship, error))
        }
    }
}
