/// The merge of an object that two sides have changed: the only code that decides it, for saves into stores and into
/// parents, for conflicts resolved in place, and for applied snapshots.
///
/// If the others have changed the object and changed it back, this side's changes stay. Else the merge rules decide
/// about the attributes that both sides have changed; where every property that one side has changed has a rule,
/// nothing is left to decide, and the changes of each side alone stay. Otherwise the policy decides about the other
/// properties.
struct ThreeWayMerge<Snapshot: ModelSnapshot> {
    /// The outcome for the object.
    enum Outcome {
        /// This side's changes are given up: the object is as the others have it, or gone.
        case theirs
        /// Some properties are this side's, and the others are theirs.
        case mine(Assignment)
        /// The object stays deleted here.
        case delete
        /// The object is gone, and inserted again with the values of this side.
        case insert(Snapshot)
        /// The program has to decide; some attributes may have a rule that gives no value.
        case open(SaveConflict)
    }

    /// Properties that this side writes.
    struct Assignment {
        /// The properties.
        var properties: PropertySet
        /// Those among them with new values, which neither side has.
        var decided = PropertySet()
        /// Their values.
        var values: Snapshot
    }

    let entity: Entity
    /// The object as this side read it.
    let base: Snapshot
    /// The object as this side wants it; `nil` when it is deleted here.
    let mine: Snapshot?
    /// The object as the others have it; `nil` when it is gone.
    let theirs: Snapshot?
    /// The properties that this side has set.
    let touched: PropertySet
    /// The properties that are the others' in any case.
    var moved = PropertySet()
    /// Whether the others' row conflicts with a deletion even if they have not changed it.
    var isHeld = false
    /// Whether the base has changes of the others, as sides of pairs that have followed them in this save.
    var hasFollowed = false

    /// Merges by the rules of the model, and for the rest by a policy.
    ///
    /// - Throws: any error from a function of the model or of the policy; ``GranaryError/Code/query`` for a property
    ///   that the policy names and the entity does not have; any error from decoding a value.
    func outcome(_ policy: MergePolicy) throws -> Outcome {
        guard let mine, let theirs else { return try outcomeOfDeletion(policy) }
        let ruled = try RuledChanges(self, mine, theirs)
        // Changed and changed back, or deleted and inserted again: nothing contradicts this side.
        if ruled.theirs.isEmpty, !hasFollowed { return .mine(ruled.assignment(of: ruled.mine)) }
        // Before any policy: a counter must not fail because of a title (Docs/Decisions/merge-policies-and-rules.md).
        if ruled.settlesAll { return .mine(ruled.assignment(of: ruled.mine)) }
        if let decide = policy.typed[ObjectIdentifier(Snapshot.self)] {
            return try outcome(of: try decide(base, mine, theirs), mine, theirs, ruled)
        }
        if case .custom(let resolve) = policy.rule {
            return try outcome(of: try resolve(try description(ruled)), mine, theirs, ruled)
        }
        if !ruled.undecided.isEmpty { return .open(try description(ruled)) }
        switch policy.rule {
        case .error, .custom: return .open(try description(ruled))
        case .storeWins: return ruled.mayBeNothing(of: ruled.mine.subtracting(ruled.theirs))
        case .rollback: return ruled.mayBeNothing(of: PropertySet())
        case .memoryWins: return .mine(ruled.assignment(of: ruled.mine))
        case .overwrite: return .mine(ruled.assignment(of: .all.subtracting(moved)))
        case .perProperty:
            let open = ruled.both.intersection(mine.differences(from: theirs))
            return open.isEmpty ? .mine(ruled.assignment(of: ruled.mine)) : .open(try description(ruled))
        }
    }

    /// Merges as the program has decided about this object; an attribute whose rule gives no value is then this side's.
    ///
    /// - Throws: as ``outcome(_:)``.
    func outcome(_ decision: ConflictResolution) throws -> Outcome {
        guard let mine, let theirs else { return try outcomeOfDeletion(.custom { _ in decision }) }
        return try outcome(of: decision, mine, theirs, RuledChanges(self, mine, theirs))
    }

    private func outcome(
        of decision: ConflictResolution, _ mine: Snapshot, _ theirs: Snapshot, _ ruled: RuledChanges
    ) throws -> Outcome {
        switch decision {
        case .error: return .open(try description(ruled))
        case .theirs: return .theirs
        case .mine: return .mine(ruled.assignment(of: ruled.mine))
        case .values(let values):
            let (given, named) = try theirs.taking(values, of: entity)
            return .mine(try assignment(of: named, from: given, ruled))
        case .merged(let snapshot):
            guard let merged = snapshot as? Snapshot, merged.objectID == theirs.objectID else {
                throw GranaryError(
                    .query,
                    "A conflict was to be settled with the snapshot of another object; give one of \(entity.name) that was made from base, mine or theirs.",
                    context: .init(entity: entity.name))
            }
            // Programs may have put values into it that are stored in another form.
            let given = Snapshot.Object(merged).snapshot
            return .mine(try assignment(of: given.differences(from: theirs), from: given, ruled))
        }
    }

    /// The properties that the program has decided about, with those that rules have decided besides.
    private func assignment(
        of named: PropertySet, from given: Snapshot, _ ruled: RuledChanges
    ) throws -> Assignment {
        // A key says which object it is; no decision changes it.
        let properties = named.subtracting(entity.keyProperties)
        let rest = ruled.decided.subtracting(properties)
        if rest.isEmpty { return Assignment(properties: properties, decided: properties, values: given) }
        let all = try given.taking(
            entity.named(try ruled.values.columnValues(of: entity), of: rest), of: entity
        ).0
        let both = properties.union(rest)
        return Assignment(properties: both, decided: both, values: all)
    }

    /// What this side gives up of its changes where some properties are written.
    ///
    /// Neither keys are among them, nor attributes that both have changed and about which rules decide.
    func lost(writing written: PropertySet) -> PropertySet {
        guard let mine else { return PropertySet() }
        var lost = touched.intersection(mine.differences(from: base)).subtracting(entity.keyProperties)
        if let theirs {
            let ruled = (entity.mergeRules?.properties ?? PropertySet()).intersection(
                theirs.differences(from: base))
            lost = lost.intersection(mine.differences(from: theirs)).subtracting(ruled)
        }
        return lost.subtracting(written)
    }

    /// No rule decides about an object that one side has deleted: there are no two values to merge.
    private func outcomeOfDeletion(_ policy: MergePolicy) throws -> Outcome {
        // As for a change of this side: nothing contradicts it.
        if let theirs, mine == nil, !isHeld, theirs.differences(from: base).isEmpty { return .delete }
        let kept: Outcome = mine.map { .insert($0) } ?? .delete
        switch policy.rule {
        case .error, .perProperty: return .open(try description())
        case .storeWins, .rollback: return .theirs
        case .memoryWins, .overwrite: return kept
        case .custom(let resolve):
            switch try resolve(try description()) {
            case .theirs: return .theirs
            case .mine: return kept
            case .values, .merged, .error: return .open(try description())
            }
        }
    }

    /// The conflict as the program gets it.
    ///
    /// - Throws: any error from encoding a value.
    func description() throws -> SaveConflict {
        try SaveConflict(entity, base.objectID.key.objectKey, base: base, mine: mine, theirs: theirs)
    }

    private func description(_ ruled: RuledChanges) throws -> SaveConflict {
        var conflict = try description()
        conflict.undecided = ruled.undecided.positions.map(entity.propertyName)
        return conflict
    }
}

// MARK: Rules

extension ThreeWayMerge {
    /// The properties that both sides have changed, with the decisions of the rules.
    private struct RuledChanges {
        /// The properties that this side has changed.
        let mine: PropertySet
        /// The properties that the others have changed.
        let theirs: PropertySet
        /// The properties that both have changed and about which no rule decides.
        let both: PropertySet
        /// The attributes that both have changed and about which rules decide.
        private(set) var decided = PropertySet()
        /// The attributes that both have changed and whose rules give no value.
        private(set) var undecided = PropertySet()
        /// The object as this side wants it, with the values of the rules.
        private(set) var values: Snapshot
        /// Whether nothing is left to the policy.
        private(set) var settlesAll = false
        /// The object as the others have it.
        private let found: Snapshot

        init(_ merge: ThreeWayMerge, _ wanted: Snapshot, _ found: Snapshot) throws {
            let key = merge.entity.keyProperties
            let touched = merge.touched.subtracting(key)
            theirs = found.differences(from: merge.base)
            values = wanted
            self.found = found
            guard let rules = merge.entity.mergeRules else {
                mine = touched
                both = touched.intersection(theirs)
                return
            }
            let changed = wanted.differences(from: merge.base).subtracting(key)
            // An attribute set to its former value is no change that a rule could merge.
            mine = touched.subtracting(rules.properties.subtracting(changed))
            let ruled = mine.intersection(theirs).intersection(rules.properties)
            both = mine.intersection(theirs).subtracting(ruled)
            if !ruled.isEmpty { try decide(ruled, by: rules, merge) }
            let mineIsRuled = !touched.isEmpty && mine.subtracting(rules.properties).isEmpty
            let theirsAreRuled = !theirs.isEmpty && theirs.subtracting(rules.properties).isEmpty
            settlesAll = undecided.isEmpty && (mineIsRuled || theirsAreRuled)
        }

        private mutating func decide(
            _ ruled: PropertySet, by rules: EntityMergeRules, _ merge: ThreeWayMerge
        ) throws {
            let entity = merge.entity
            let base = try merge.base.columnValues(of: entity)
            let (mine, theirs) = (
                try values.columnValues(of: entity), try found.columnValues(of: entity)
            )
            var merged: [String: Value] = [:]
            for position in ruled.positions {
                guard let value = try rules.value(of: position, base: base, mine: mine, theirs: theirs) else {
                    undecided.insert(position)
                    continue
                }
                decided.insert(position)
                merged[entity.conflictName(ofColumn: position)] = value
            }
            if !merged.isEmpty { values = try values.taking(merged, of: entity).0 }
        }

        /// This side writes some properties, and those for which a rule decided on a value that differs from the
        /// others' one.
        func assignment(of properties: PropertySet) -> Assignment {
            let new = decided.intersection(values.differences(from: found))
            return Assignment(
                properties: properties.subtracting(decided).union(new), decided: new, values: values)
        }

        /// This side writes some properties, if any differ from theirs.
        func mayBeNothing(of properties: PropertySet) -> Outcome {
            let written = assignment(of: properties)
            return written.properties.isEmpty ? .theirs : .mine(written)
        }
    }
}

extension PropertySet {
    /// The properties that are in either set.
    fileprivate func union(_ other: PropertySet) -> PropertySet {
        var union = self
        union.formUnion(other)
        return union
    }
}
