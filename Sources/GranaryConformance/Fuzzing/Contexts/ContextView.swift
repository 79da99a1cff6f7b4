import Granary

/// Everything that one context shows of a program's models.
struct ContextView {
    let context: Context
    let models: ProgramModels
    let objects: [[any Model]]

    /// Reads all of it.
    init(_ context: Context, _ models: ProgramModels) throws {
        self.context = context
        self.models = models
        objects = try models.kinds.map { kind in
            let found = try kind.fetch(context, FetchPlan(entity: kind.name))
            return models == .railway ? found.sorted { $0.erasedKey < $1.erasedKey } : found
        }
    }

    /// A row for each object, and one for each of its lists; the members in the order of their keys, if they are
    /// sorted.
    func rows(sortsMembers: Bool) throws -> [[Value]] {
        try zip(models.kinds, objects).flatMap { kind, objects in
            try objects.flatMap { object in
                try [Self.values(of: object, kind)]
                    + kind.collections.map { collection in
                        let keys = collection.read(object).map(\.erasedKey)
                        return [.text("  \(collection.name)")]
                            + (sortsMembers ? keys.sorted() : keys).flatMap(\.values)
                    }
            }
        }
    }

    /// The name of an object's model and its stored values.
    static func values(of object: any Model, _ kind: ModelKind) throws -> [Value] {
        guard let entity = object._objectState.batch?.entity else {
            throw ProgramFault(
                "an object that is shown is in no context", "\(kind.name) \(object.erasedKey.text)")
        }
        return [.text(kind.name)] + (try object.columnValues(of: entity))
    }

    /// The names of the objects.
    var names: Set<ObjectName> {
        var names: Set<ObjectName> = []
        for (kind, found) in objects.enumerated() {
            for object in found { names.insert(ObjectName(kind: kind, key: object.erasedKey)) }
        }
        return names
    }
}

// MARK: Checks

extension ContextView {
    /// One object has a key, a look-up finds it, and the two sides of each relationship agree and lead to objects of the
    /// context.
    func check() throws {
        for (kind, found) in zip(models.kinds, objects) {
            var shown: [ObjectKey: any Model] = [:]
            for object in found where shown.updateValue(object, forKey: object.erasedKey) != nil {
                throw ProgramFault(
                    "two objects of one key are in a context", "\(kind.name) \(object.erasedKey.text)")
            }
            if models == .railway { try checkFound(kind, shown) }
        }
        for (position, kind) in models.kinds.enumerated() {
            for reference in kind.references { try check(reference, of: objects[position]) }
            for collection in kind.collections { try check(collection, of: objects[position]) }
        }
    }

    /// The two sides of each one-to-one relationship agree.
    func checkPairs() throws {
        for (position, kind) in models.kinds.enumerated() {
            for reference in kind.references {
                if case .one = reference.inverse { try check(reference, of: objects[position]) }
            }
        }
    }

    private func checkFound(_ kind: ModelKind, _ shown: [ObjectKey: any Model]) throws {
        for number in 0..<models.population {
            let (one, other) = (try kind.find(context, kind.key(number)), shown[kind.key(number)])
            if one === other { continue }
            throw ProgramFault(
                "a look-up finds another object than a fetch",
                "\(kind.name) \(kind.key(number).text): \(one == nil ? "none" : "one") and \(other == nil ? "none" : "one")"
            )
        }
    }

    private func check(_ reference: ModelKind.Reference, of owners: [any Model]) throws {
        switch reference.inverse {
        case .none: return
        case .one(let back):
            for owner in owners {
                guard let target = reference.read(owner) else { continue }
                let other = back(target)
                if other === owner || hasTakenKey(target, of: owner) { continue }
                throw ProgramFault(
                    "the two sides of a pair disagree in a context",
                    "\(reference.name) of \(owner.erasedKey.text) is \(target.erasedKey.text), which leads back to \(other?.erasedKey.text ?? "none")"
                )
            }
        case .many(let back):
            var members: [ObjectIdentifier: [any Model]] = [:]
            for owner in owners {
                if let target = reference.read(owner) {
                    members[ObjectIdentifier(target), default: []].append(owner)
                }
            }
            _ = try compare(members, reference.target, back, "a list and what refers to its owner disagree")
        }
    }

    /// Whether an object has a key that the store's row has to which an unchanged object refers: the save refuses it.
    private func hasTakenKey(_ object: any Model, of owner: any Model) -> Bool {
        models == .club && object._objectState.phase == .inserted && owner._objectState.phase == .stored
            && owner._objectState.changes == nil
    }

    /// The two lists of a many-to-many relationship agree.
    private func check(_ collection: ModelKind.Collection, of owners: [any Model]) throws {
        guard let back = collection.inverse else { return }
        var found: [ObjectIdentifier: [any Model]] = [:]
        for owner in owners {
            for member in collection.read(owner) {
                found[ObjectIdentifier(member), default: []].append(owner)
            }
        }
        let left = try compare(
            found, collection.target, back, "the two lists of a many-to-many relationship disagree")
        if models == .club, let owners = left.values.first {
            throw ProgramFault(
                "a list holds an object that is not in the context", "\(Self.keys(owners)) have it")
        }
    }

    /// Compares the owners of each object of a model with those that it lists; returns the owners of other objects.
    private func compare(
        _ owners: [ObjectIdentifier: [any Model]], _ name: String,
        _ back: @Sendable (any Model) -> [any Model], _ rule: String
    ) throws -> [ObjectIdentifier: [any Model]] {
        var owners = owners
        guard let kind = models.kinds.firstIndex(where: { $0.name == name }) else { return owners }
        for target in objects[kind] {
            let (shown, wanted) = (back(target), owners.removeValue(forKey: ObjectIdentifier(target)) ?? [])
            let isSame =
                shown.count == wanted.count
                && Set(shown.map { ObjectIdentifier($0) }) == Set(wanted.map { ObjectIdentifier($0) })
            if isSame { continue }
            throw ProgramFault(
                rule,
                "\(name) \(target.erasedKey.text) lists \(Self.keys(shown)), but \(Self.keys(wanted)) refer to it"
            )
        }
        return owners
    }

    static func keys(_ objects: [any Model]) -> [String] { objects.map(\.erasedKey).sorted().map(\.text) }
}
