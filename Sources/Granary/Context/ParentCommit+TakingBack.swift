extension ParentCommit {
    /// What a parent was before a commit.
    struct Earlier {
        fileprivate let objects: [ObjectMemory]
        fileprivate let links: [String: [LinkPair: Bool]]
        fileprivate let required: [Requirement]
        fileprivate let history: UndoHistory?
    }

    /// What an object was before a commit.
    fileprivate struct ObjectMemory {
        let object: any Model
        let state: ObjectState
        let changed: PropertySet
        let values: any ModelSnapshot

        init(_ object: any Model) {
            self.object = object
            state = object.objectState
            changed = object.objectState.changes?.properties ?? PropertySet()
            values = object.anySnapshot
        }
    }

    /// Notes what the parent is now, so that the commit can be taken back.
    func remember() -> Earlier {
        Earlier(
            objects: (deleted + displaced + updated.map(\.object)).map(ObjectMemory.init),
            links: parent.pendingLinks,
            required: parent.required, history: parent.undoHistory?.copy())
    }

    /// Makes the parent what it was before the commit, which no save has written.
    func takeBack(to earlier: Earlier) {
        for insertion in inserted { parent.letGo(of: insertion.object, insertion.register) }
        for memory in earlier.objects { parent.bringBack(memory) }
        parent.pendingLinks = earlier.links
        parent.required = earlier.required
        parent.undoHistory = earlier.history
        parent.undoHistory?.isEverythingOpen = true
        forgetLists()
    }
}

extension ManagedContext {
    fileprivate func letGo(of object: any Model, _ register: EntityRegister) {
        guard self.register(of: object) === register else { return }
        if register.map.object(at: object.objectState.slot) === object {
            register.map.remove(at: object.objectState.slot)
        }
        register.forget(object)
        detach(object)
    }

    fileprivate func bringBack(_ memory: ParentCommit.ObjectMemory) {
        let (object, wasTouched) = (memory.object, memory.object.objectState.isTouched)
        guard let group = memory.state.group else { return }
        let register = registers[group.entity.index]
        object.restoreAny(.all, from: memory.values)
        object.objectState = memory.state
        register.pendingIndexes = nil
        if let original = memory.state.changes?.original {
            let record = ChangeRecord(original: original)
            record.properties = memory.changed
            object.objectState.changes = record
        }
        if register.map.object(at: memory.state.slot) !== object {
            object.objectState.slot = register.map.insert(object, object.erasedKey.bits)
        }
        if wasTouched, !memory.state.isTouched { register.forget(object) }
        if !wasTouched, memory.state.isTouched {
            object.objectState.isTouched = false
            register.touch(object)
        }
    }
}

extension Model {
    /// The snapshot where the type is not known.
    var anySnapshot: any ModelSnapshot { snapshot }
}
