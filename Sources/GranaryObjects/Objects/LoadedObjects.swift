/// The loaded objects of one model in one context, by key.
///
/// Models use it through `_sweep(_:at:)` and `_detach(_:)`, so that the compiler specializes this code for each model.
@_documentation(visibility: private)
public struct LoadedObjects {
    @usableFromInline let table: ObjectTable

    /// Makes a view of the objects of a table.
    package init(_ table: ObjectTable) { self.table = table }

    /// The list of a relationship to many of the object with a key, if it has to be kept up to date.
    ///
    /// That is the case if the list is loaded, or the object was never stored.
    @inlinable public func members<M: Model>(
        of bits: KeyBits, at position: Int, _ type: M.Type, epoch: Int
    ) -> ToManyMembers? {
        guard let found = table.map.object(bits) else { return nil }
        let object = unsafeDowncast(found, to: type)  // safe: the map holds this type only.
        if let members = object._members(at: position) { return members.isLoaded ? members : nil }
        guard object._objectState.phase != .stored else { return nil }
        let members = ToManyMembers()
        members.begin(epoch: epoch)
        object._setMembers(members, at: position)
        return members
    }

    /// Releases the unchanged stored objects without another owner: all, or those at some places.
    @inlinable public func sweep<M: Model>(_ type: M.Type, _ places: [UInt32]?) {
        func mayGo(_ object: AnyObject) -> Bool {
            let model = unsafeDowncast(object, to: type)  // safe: the map holds this type only.
            return model._objectState.isClean
        }
        if let places { table.map.sweep(places, mayGo) } else { table.map.sweep(mayGo) }
    }

    /// Marks every object detached and releases all.
    @inlinable public func detach<M: Model>(_ type: M.Type) {
        // Empty the table first: deallocating an object may run code, which must not find a half-empty map.
        let map = table.map.moveOut()
        for place in 0..<map.end {
            guard let object = map.extract(at: place) else { continue }
            let model = unsafeDowncast(object, to: type)  // safe: the map holds this type only.
            ObjectTable.abandon(&model._objectState)
        }
    }
}
