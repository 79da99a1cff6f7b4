/// How a new object enters a context.
///
/// Models use it through ``Model/enter(_:)``, so that this code is compiled with each of them.
public struct ObjectEntry {
    @usableFromInline let register: EntityRegister
    @usableFromInline let group: FetchGroup

    /// The entry to the context of a register, by way of its group of objects that were not fetched together.
    package init(_ register: EntityRegister, _ group: FetchGroup) {
        self.register = register
        self.group = group
    }

    /// What came of the attempt to enter.
    @frozen public enum Outcome: Sendable {
        /// The object is among those that the next save inserts.
        case entered
        /// The object has no key yet, and its keys are made by the framework.
        case needsKey
        /// Another object has the key.
        case isTaken
        /// The object was in a context already.
        case isPresent
    }

    /// Lets an object in, if it is in no context and has a key of its own.
    @inlinable public func enter<M: Model>(_ object: M) -> Outcome {
        guard object.objectState.phase == .transient || object.objectState.phase == .detached else {
            return .isPresent
        }
        let key = object.objectKey
        if M.Key.generation != .byProgram, key == M.Key.unassigned { return .needsKey }
        let bits = key.keyBits
        guard register.map.place(of: bits) == nil else { return .isTaken }
        let isListed = object.objectState.isListed
        object.objectState = ObjectState()
        object.objectState.isListed = isListed
        object.objectState.group = group
        object.objectState.phase = .inserted
        object.objectState.isTouched = true
        object.objectState.slot = register.map.insert(object, bits)
        register.noteEntry(of: object)
        if register.hasAbsent { register.forgetAbsent(bits) }
        return .entered
    }

    /// Whether an object is in the context and not deleted.
    @inlinable public func holds<M: Model>(_ object: M) -> Bool {
        object.objectState.isIdentified && object.objectState.group?.link === group.link
    }
}
