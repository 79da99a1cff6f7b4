/// The effects of the delete rules when a stored object was deleted; giving the deletion up reverts them.
struct Deletion {
    /// The deleted object.
    let object: any Model
    /// Whether the program itself deleted the object, rather than a rule.
    var isNamed = true
    /// The deletions that have reached this object.
    var causes: [any Model] = []
    /// The objects that a cascade rule deletes too.
    var reached: [any Model] = []
    /// The objects that no longer refer to this one, each with its relationship.
    var cleared: [(object: any Model, relationship: Relationship)] = []
    /// References that merging cleared; no undo step holds them.
    var clearedByMerging: [(object: any Model, relationship: Relationship)] = []
    /// The removed pairs, each with its earlier pending change.
    var unlinked: [(table: String, pair: LinkPair, before: Bool?)] = []

    /// Makes a deletion without effects.
    init(_ object: any Model) { self.object = object }

    /// Whether the rules had no effect, so there is nothing to revert.
    var isAlone: Bool { reached.isEmpty && cleared.isEmpty && clearedByMerging.isEmpty && unlinked.isEmpty }
}
