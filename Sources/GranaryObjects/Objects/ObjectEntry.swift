/// How a new object enters a context.
///
/// Models use it through `_enter(_:alone:)`, so that the compiler specializes this code for each model. An entry does
/// not outlive the insertion that made it.
@_documentation(visibility: private)
public struct ObjectEntry {
    @usableFromInline let keys: Unmanaged<KeyAssigner>  // safe: the graph of the insertion holds it.
    @usableFromInline let table: ObjectTable
    @usableFromInline let batch: LoadBatch

    /// Makes an entry from the graph's keys, one of its tables, and that table's batch of objects not fetched together.
    package init(_ keys: KeyAssigner, _ table: ObjectTable, _ batch: LoadBatch) {
        self.keys = .passUnretained(keys)
        self.table = table
        self.batch = batch
    }

    /// The result of an attempt to enter.
    @frozen public enum Outcome: Sendable {
        /// The next save inserts the object.
        case entered
        /// Another object has the key.
        case isTaken
        /// The object was to enter alone, but refers to others outside of the context.
        case bringsOthers
        /// The object is in a context already.
        case isPresent
    }

    /// Enters an object into the context if it is in none and its key is free; generates a missing key.
    ///
    /// The object's references to objects of the context become references by key. With `alone`, an object that refers
    /// to others outside of the context stays outside.
    @inlinable public func enter<M: Model>(_ object: M, alone: Bool) throws -> Outcome {
        guard object._objectState.isOutside else { return .isPresent }
        let isMade = M.Key.generation != .byProgram && object.objectKey == M.Key.unassigned
        if isMade {
            // Do this first: asking the store for keys may merge changes of the objects that this one refers to.
            object._assignKey(try keys._withUnsafeGuaranteedRef { try $0.newKey(of: M.self, table) })
        }
        if alone, object._bringsOthers(to: self) { return .bringsOthers }
        let bits = object.objectKey.keyBits
        guard table.map.place(of: bits) == nil else { return .isTaken }
        guard table.insert(object, &object._objectState, bits, into: batch) else { return .isPresent }
        object._identifyTargets(in: self)
        if M.Key.generation == .reservedInteger, !isMade {
            let key = Int64(bitPattern: bits.low)
            keys._withUnsafeGuaranteedRef { $0.claimIfNew(key, table) }
        }
        return .entered
    }

    /// Whether an object is in the context and not deleted.
    @inlinable public func holds<M: Model>(_ object: M) -> Bool {
        object._objectState.isIdentified && object._objectState.isLinked(by: batch.link)
    }
}
