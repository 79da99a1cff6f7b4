/// What the delete rules did when a stored object was deleted: it belongs to the deletion, and is given up with it.
struct Deletion {
    /// The deleted object.
    let object: any Model
    /// Whether the program has deleted the object itself, rather than a rule.
    var isNamed = true
    /// The deletions that have reached this object.
    var causes: [any Model] = []
    /// The objects that were to be deleted too.
    var reached: [any Model] = []
    /// The objects that have stopped to refer to this one, each with its relationship.
    var cleared: [(object: any Model, relationship: Relationship)] = []
    /// The same, where merging has found them: that is in no step that can be undone.
    var clearedByMerging: [(object: any Model, relationship: Relationship)] = []
    /// The pairs that were removed, each with what was noted of it before.
    var unlinked: [(table: String, pair: LinkPair, before: Bool?)] = []

    /// Begins without effects.
    init(_ object: any Model) { self.object = object }

    /// Whether the rules did nothing, so that there is nothing to remember.
    var isAlone: Bool { reached.isEmpty && cleared.isEmpty && clearedByMerging.isEmpty && unlinked.isEmpty }
}
