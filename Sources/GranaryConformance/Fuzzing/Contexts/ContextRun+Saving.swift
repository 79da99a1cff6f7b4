import Granary

/// The saves of a program: what is foreseen of each is collected before it, and compared afterwards.
extension ContextRun {
    /// Saves a context: as its role says, or into its parent, or up to the stores.
    func save(_ position: Int, upTo extent: SaveExtent?) throws {
        let context = try context(position)
        // A save without changes begins no snapshot.
        if models == .railway, extent == nil, !context.hasChanges { return try context.save() }
        let tallied = try foreseeTallies(position, extent)
        let content = try foreseeContent(position, extent)
        let foreseen = try foreseeRows(position)
        let refusal = try attempt {
            if let extent { try context.save(upTo: extent) } else { try context.save() }
        }
        if let tallied { try check(tallied, refusal) }
        if let content { try check(content, refusal) }
        if let foreseen { try check(foreseen, refusal) }
        if let refusal { throw refusal }
    }

    /// Saves a child and its parent; of a context without a parent, saves that.
    func saveThrough(_ position: Int) throws {
        guard let parent = roles[position].parent else { return try save(position, upTo: nil) }
        let (child, root) = (try context(position), try context(parent))
        if models == .railway, !child.hasChanges, !root.hasChanges { return }
        try save(position, upTo: .stores)
    }

    /// Saves in the background; the steps are taken after the save has taken its changes, and before the context hears
    /// of the commit, since this actor is not released in between.
    func saveInBackground(_ position: Int, _ meanwhile: [ContextStep.Action]) async throws {
        if roles[position].parent != nil { return try saveThrough(position) }
        let context = try context(position)
        if !context.hasChanges { return try await commit(position) }
        var content = try foreseeContent(position, nil)
        hasEnded = false
        let save = Task { try await self.commit(position) }
        while !context.isSavingInBackground, !hasEnded { await Task.yield() }
        var problem: (any Error)?
        do {
            for action in meanwhile {
                disturb(position, by: action)
                _ = try attempt {
                    if case .look = action { try look(position) } else { _ = try act(action, position) }
                }
                guard case .rollback = action, context.isSavingInBackground else { continue }
                try expect(
                    try shown(position), content?.wanted,
                    "a rollback while a save is under way leaves something else than that writes")
            }
            // The end of the save ends a step that is open.
            try endStep(position)
            let left = try shown(position)
            if content?.wanted != nil { content?.left = left }
        } catch {
            problem = error
        }
        let result = await save.result
        if let problem { throw problem }
        let refusal = try attempt { try result.get() }
        content?.hasMeanwhile = !meanwhile.isEmpty
        if let content { try check(content, refusal) }
        if let refusal { throw refusal }
    }

    private func commit(_ position: Int) async throws {
        defer { hasEnded = true }
        try await contexts[position]?.saveInBackground()
    }
}

// MARK: What contexts show

extension ContextRun {
    /// The content that the target of a save is to show; `nil` where another comparison covers it.
    func foreseeContent(_ position: Int, _ extent: SaveExtent?) throws -> ForeseenContent? {
        let parent = roles[position].parent
        let keepsToParent = parent != nil && extent == .parent
        if models == .club || models == .library && parent == nil { return nil }
        let isUndisturbed =
            known[position].isAlone && (extent != .stores || parent.map { known[$0].isAlone } ?? true)
        // Both change.
        if models == .library, !keepsToParent {
            known[position].isAlone = false
            return nil
        }
        return ForeseenContent(
            position: position, target: parent ?? position, keepsToParent: keepsToParent,
            wanted: isUndisturbed ? try shown(position) : nil, isUndisturbed: isUndisturbed, before: stored)
    }

    /// Compares the content of the context, and what is stored, with the expected one.
    func check(_ content: ForeseenContent, _ refusal: GranaryError?) throws {
        content.keepsToParent ? try checkChild(content, refusal) : try checkStored(content, refusal)
        guard content.position != content.target, refusal != nil, models == .railway else { return }
        try rollBack(content.position)
    }

    private func checkChild(_ content: ForeseenContent, _ refusal: GranaryError?) throws {
        if refusal == nil || models == .railway { changeOwner(content.target) }
        if let refusal {
            // Programs of the library break rules of their models.
            if models == .library || content.wanted == nil { return }
            throw ProgramFault("a child's save that nothing stands against was refused", "\(refusal)")
        }
        if content.isUndisturbed {
            try expect(
                try shown(content.target), content.wanted,
                "a parent shows something else than its child when that saved")
            known[content.position].isAlone = known[content.target].isAlone
        }
        try readStore()
        if stored.rows != content.before.rows {
            throw ProgramFault("a child that keeps to its parent has stored something", "")
        }
    }

    /// Checks what is stored, where that is foreseen, and the context's content, which is the stored one unless there
    /// were changes during the save, which show.
    private func checkStored(_ content: ForeseenContent, _ refusal: GranaryError?) throws {
        let (target, wanted, before) = (content.target, content.wanted, content.before)
        changeOwner(target)
        try readStore()
        if let refusal {
            if wanted != nil {
                throw ProgramFault("a save that nothing stands against was refused", "\(refusal)")
            }
            if stored.rows != before.rows {
                throw ProgramFault("a save that was refused has stored something", "\(refusal)")
            }
            known[target].steps.forget()
            try look(target)
            // A new object whose key is taken cannot stay.
            if refusal.context.constraint == .primaryKey || refusal.code == .invalidObject {
                try rollBack(target)
            }
            return
        }
        try expect(stored.rows, wanted, "a save has stored something else than its context showed")
        if wanted == nil { known[target].steps.forget() }
        // A save without effect has begun no snapshot.
        if stored.rows == before.rows, wanted == nil { return }
        noteStored(by: target, before)
        // Changes during the save may be based on earlier changes of others.
        if content.hasMeanwhile, wanted == nil { known[target].isAlone = false }
        try expect(
            try shown(target), content.hasMeanwhile ? content.left : stored.rows,
            "after its save a context shows something else")
    }

    /// Notes that a context has stored something, or that its child has changed it.
    private func noteStored(by position: Int, _ before: StoredContent) {
        known[position].isAlone = true
        known[position].recent = []
        if stored.rows == before.rows { return }
        for other in roles.indices where other != position {
            known[other].recent.formUnion(stored.names.union(before.names))
            known[other].isAlone = false
            known[other].steps.forget()
        }
    }
}
