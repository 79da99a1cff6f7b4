/// An object as it was at one moment, to compare it with or to return it to.
package struct ObjectMemory {
    /// The object, which may have changed since.
    package let object: any Model
    let state: ObjectState
    /// The properties that had changed by then; the record of the state goes on changing.
    let changed: PropertySet
    let values: any ModelSnapshot

    /// Remembers an object as it is now.
    init(_ object: any Model) { self.init(object, object.anySnapshot) }

    /// Remembers an object whose values are known.
    init(_ object: any Model, _ values: any ModelSnapshot) {
        let state = object.objectState
        self.init(object, values, state, state.changes?.properties ?? PropertySet())
    }

    /// Remembers an object of which everything is known.
    init(
        _ object: any Model, _ values: any ModelSnapshot, _ state: ObjectState, _ changed: PropertySet
    ) {
        (self.object, self.values, self.state, self.changed) = (object, values, state, changed)
    }

    /// The changes of that moment, in a record of their own.
    var changes: ChangeRecord? { state.changes.map { ChangeRecord(original: $0.original, changed) } }

    /// The changes since that moment, with the values of that moment as those that were last saved.
    var laterChanges: ChangeRecord { ChangeRecord(original: values, laterProperties) }

    /// The properties that have changed since that moment.
    var laterProperties: PropertySet { object.differences(from: values) }
}

extension ObjectGraph {
    /// Returns an object that was in this context to an earlier state.
    func bringBack(_ memory: ObjectMemory) {
        guard let batch = memory.state.batch else { return }
        memory.object.restoreAny(.all, from: memory.values)
        tables[batch.entity.index].setBack(memory.object, to: memory.state, memory.changes)
    }
}
