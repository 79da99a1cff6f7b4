/// The state of an object at one point in time, to compare with or to restore.
package struct ObjectMemory {
    /// The object, which may have changed since.
    package let object: any Model
    let state: ObjectState
    /// The properties changed at that time; the record of the state keeps changing.
    let changed: PropertySet
    let values: any ModelSnapshot

    /// Remembers an object as it is now.
    init(_ object: any Model) {
        let state = object._objectState
        self.init(object, object.anySnapshot, state, state.changes?.properties ?? PropertySet())
    }

    /// Records the state of an object from its parts.
    init(
        _ object: any Model, _ values: any ModelSnapshot, _ state: ObjectState, _ changed: PropertySet
    ) {
        self.object = object
        self.values = values
        self.state = state
        self.changed = changed
    }

    /// The changes at that point in time, in a separate record.
    var changes: ChangeRecord? { state.changes.map { ChangeRecord(original: $0.original, changed) } }

    /// The changes since that point in time, with its values as those that were last saved.
    var laterChanges: ChangeRecord { ChangeRecord(original: values, laterProperties) }

    /// The properties that have changed since that point in time.
    var laterProperties: PropertySet { object._differences(from: values) }
}
