/// How a new object enters a context.
///
/// Models use it through `enter(_:alone:)`, so that this code is compiled with each of them. An entry does
/// not outlive the insertion that made it.
@_documentation(visibility: private)
public struct ObjectEntry {
    @usableFromInline let keys: Unmanaged<KeyAssigner>  // safe: the graph of the insertion holds it.
    @usableFromInline let table: ObjectTable
    @usableFromInline let batch: LoadBatch

    /// The entry to a graph by way of its keys, of one of its tables and of that one's batch of objects that were not
    /// fetched together.
    package init(_ keys: KeyAssigner, _ table: ObjectTable, _ batch: LoadBatch) {
        self.keys = .passUnretained(keys)
        self.table = table
        self.batch = batch
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
            object.assignKey(try keys._withUnsafeGuaranteedRef { try $0.newKey(of: M.self, table) })
        }
        if alone, object.bringsOthers(to: self) { return .bringsOthers }
        let bits = object.objectKey.keyBits
        guard table.map.place(of: bits) == nil else { return .isTaken }
        guard table.insert(object, &object.objectState, bits, into: batch) else { return .isPresent }
        object.identifyTargets(in: self)
        if M.Key.generation == .reservedInteger, !isMade {
            let key = Int64(bitPattern: bits.low)
            keys._withUnsafeGuaranteedRef { $0.claimIfNew(key, table) }
        }
        return .entered
    }

    /// Whether an object is in the context and not deleted.
    @inlinable public func holds<M: Model>(_ object: M) -> Bool {
        object.objectState.isIdentified && object.objectState.isLinked(by: batch.link)
    }
}
