/// How a new object enters a context.
///
/// Models use it through ``Model/enter(_:alone:)``, so that this code is compiled with each of them. An entry does
/// not outlive the insertion that made it.
public struct ObjectEntry {
    @usableFromInline let context: Unmanaged<ManagedContext>  // safe: an insertion into it holds it.
    @usableFromInline let register: EntityRegister
    @usableFromInline let group: FetchGroup

    /// The entry to a context by way of one of its registers and that one's group of objects that were not
    /// fetched together.
    package init(_ context: ManagedContext, _ register: EntityRegister, _ group: FetchGroup) {
        self.context = .passUnretained(context)
        self.register = register
        self.group = group
    }

    /// What came of the attempt to enter.
    @frozen public enum Outcome: Sendable {
        /// The object is among those that the next save inserts.
        case entered
        /// Another object has the key.
        case isTaken
        /// The object leads to others that are not in the context, and was to enter alone.
        case bringsOthers
        /// The object was in a context already.
        case isPresent
    }

    /// Lets an object in, if it is in no context and nobody has its key, which is made if it has none.
    ///
    /// What it refers to in the context it refers to by key from then on. An object that is to enter alone stays
    /// outside when it brings others.
    @inlinable public func enter<M: Model>(_ object: M, alone: Bool) throws -> Outcome {
        guard object.objectState.isOutside else { return .isPresent }
        let isMade = M.Key.generation != .byProgram && object.objectKey == M.Key.unassigned
        if isMade {
            // First of all: a store that is asked for keys may bring news of what the object refers to.
            object.assignKey(try context._withUnsafeGuaranteedRef { try $0.newKey(of: M.self, register) })
        }
        if alone, object.bringsOthers(to: self) { return .bringsOthers }
        let bits = object.objectKey.keyBits
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
        object.identifyTargets(in: self)
        if M.Key.generation == .reservedInteger, !isMade {
            let key = Int64(bitPattern: bits.low)
            context._withUnsafeGuaranteedRef { $0.claimIfNew(key, register) }
        }
        return .entered
    }

    /// Whether an object is in the context and not deleted.
    @inlinable public func holds<M: Model>(_ object: M) -> Bool {
        object.objectState.isIdentified && object.objectState.isLinked(by: group.link)
    }
}
