import Granary

/// A list with which a program reconciles some objects of a model, by small numbers.
struct ReconciledList: Sendable {
    /// An object by its number, and a number that determines its values.
    struct Item: Sendable {
        var object: Int
        var value: Int
    }

    /// The position in ``ReconciledKind/all``.
    var kind: Int
    /// The number that the objects have, and have to keep; `nil` for all objects.
    var subset: Int?
    /// The wanted objects.
    var items: [Item]
    /// Whether the items are given the number of the subset.
    var fits = true
    /// Whether objects that the list does not hold are deleted.
    var deletesMissing = true
}

/// The objects that a program reconciles, upserts and looks up, and the expected result in plain Swift.
struct ReconciledKind: Sendable {
    /// The name of the entity.
    let name: String
    /// Makes objects equal to a list; returns the counts.
    let reconcile: @Sendable (Context, ReconciledList) throws -> [[Value]]
    /// Inserts or changes the objects of a list; returns their keys.
    let upsert: @Sendable (Context, ReconciledList) throws -> [[Value]]
    /// The first object of the subset, or the list's first item; returns its key.
    let findOrInsert: @Sendable (Context, ReconciledList) throws -> [[Value]]
}

extension ReconciledKind {
    /// The models that are reconciled: none whose deletion changes others of its kind, apart from their references.
    static let all: [ReconciledKind] = [
        ReconciledKind(
            "Tag", { Tag(word: EdgeValues.texts[$0 + 1], weight: $1 % 7) }, number: { $0.weight },
            setting: { $0.weight = $1 },
            { number in Tag.where { $0.weight == number } }),
        ReconciledKind(
            "Seat", { Seat(id: $0, label: $1 % 3 == 0 ? nil : "s\($1)", row: $1 % 7, column: $0) },
            number: { $0.row }, setting: { $0.row = $1 }, { number in Seat.where { $0.row == number } }),
        ReconciledKind(
            "Person", { Person(id: $0, name: "n\($1 % 4)", age: $1 % 7) }, number: { $0.age },
            setting: { $0.age = $1 },
            { number in Person.where { $0.age == number } }),
        ReconciledKind(
            "Chapter",
            { Chapter(volume: "v\($0 % 2)", position: $0, heading: "h\($1 % 4)", words: $1 % 7) },
            number: { $0.words }, setting: { $0.words = $1 },
            { number in Chapter.where { $0.words == number } }),
        ReconciledKind(
            "Author", { Author(id: $0, name: "n\($1 % 4)", rank: $1 % 7) }, number: { $0.rank },
            setting: { $0.rank = $1 },
            { number in Author.where { $0.rank == number } }),
    ]

    init<M: Model>(
        _ name: String, _ make: @escaping @Sendable (Int, Int) -> M,
        number: @escaping @Sendable (M.Snapshot) -> Int?,
        setting: @escaping @Sendable (inout M.Snapshot, Int) -> Void,
        _ subset: @escaping @Sendable (Int) -> Query<M>
    ) {
        let scene = Scene(make: make, number: number, setNumber: setting, subset: subset)
        self.name = name
        reconcile = { try scene.reconcile($0, $1) }
        upsert = { try scene.upsert($0, $1) }
        findOrInsert = { try scene.findOrInsert($0, $1) }
    }
}

/// Does something with the objects of one model, and compares the result with the one that plain Swift foresees.
private struct Scene<M: Model>: Sendable {
    let make: @Sendable (Int, Int) -> M
    let number: @Sendable (M.Snapshot) -> Int?
    let setNumber: @Sendable (inout M.Snapshot, Int) -> Void
    let subset: @Sendable (Int) -> Query<M>

    private func items(_ list: ReconciledList) -> [M.Snapshot] {
        list.items.map { item in
            var snapshot = make(item.object, item.value).snapshot
            if list.fits, let number = list.subset { setNumber(&snapshot, number) }
            return snapshot
        }
    }

    private func belongs(_ snapshot: M.Snapshot, _ list: ReconciledList) -> Bool {
        list.subset.map { number(snapshot) == $0 } ?? true
    }

    private func present(_ context: Context) throws -> [ObjectID<M>: M.Snapshot] {
        let snapshots = try context.fetch(Query<M>(predicate: nil)).map(\.snapshot)
        return Dictionary(snapshots.map { ($0.objectID, $0) }) { first, _ in first }
    }

    /// The objects that are not saved.
    private func unsaved(_ context: Context) -> Set<ObjectID<M>> {
        Set(context.changes.inserted.compactMap { ($0 as? M)?.objectID })
    }

    /// The attributes of objects; their references may change with deletions.
    private func attributes(_ objects: [ObjectID<M>: M.Snapshot], _ context: Context) throws
        -> [ObjectID<M>: [Value]]
    {
        guard let entity = context.schema.entity(of: M.self) else { return [:] }
        let count = entity.toOne.map(\.columns.lowerBound).min() ?? entity.columns.count
        return try objects.mapValues { Array(try $0.columnValues(of: entity).prefix(count)) }
    }

    private func check(
        _ expected: [ObjectID<M>: M.Snapshot], hiding unsaved: Set<ObjectID<M>> = [],
        _ context: Context, _ what: String
    ) throws {
        let (found, wanted) = (
            try attributes(present(context), context), try attributes(expected, context)
        )
        // A new object that goes again may have hidden one that others have stored with its key since.
        let keys = Set(found.keys).union(wanted.keys).filter { id in
            found[id] != wanted[id] && !(wanted[id] == nil && unsaved.contains(id))
        }
        if keys.isEmpty { return }
        let lines = keys.sorted { $0.key.objectKey < $1.key.objectKey }.map { id in
            "\(id.key): \(found[id].map(ProgramText.text) ?? "nothing") instead of \(wanted[id].map(ProgramText.text) ?? "nothing")"
        }
        throw ProgramFault("\(what): \(lines.joined(separator: "; "))")
    }

    /// Expects that something is refused and changes nothing.
    private func refused(
        _ code: GranaryError.Code, _ before: [ObjectID<M>: M.Snapshot], _ context: Context,
        _ body: () throws -> Void
    ) throws -> [[Value]] {
        do {
            try body()
        } catch let error as GranaryError where error.code == code {
            try check(before, context, "after what was refused")
            return [[.text("refused")]]
        }
        throw ProgramFault("what is wrong was not refused")
    }

    func reconcile(_ context: Context, _ list: ReconciledList) throws -> [[Value]] {
        let (before, unsaved, items) = (try present(context), unsaved(context), items(list))
        let query = list.subset.map(subset) ?? Query<M>(predicate: nil)
        func run() throws -> Reconciliation {
            try context.reconcile(query, with: items, deletingMissing: list.deletesMissing)
        }
        if Set(items.map(\.objectID)).count < items.count || !items.allSatisfy({ belongs($0, list) }) {
            return try refused(.invalidValue, before, context) { _ = try run() }
        }
        var (expected, after) = (Reconciliation(), before)
        for item in items {
            switch before[item.objectID] {
            case nil: expected.inserted += 1
            case item: expected.unchanged += 1
            default: expected.updated += 1
            }
            after[item.objectID] = item
        }
        let listed = Set(items.map(\.objectID))
        for (id, snapshot) in before where belongs(snapshot, list) && !listed.contains(id) {
            if list.deletesMissing {
                expected.deleted += 1
                after[id] = nil
            } else {
                expected.kept += 1
            }
        }
        let done = try run()
        if done != expected {
            throw ProgramFault("reconciling came to \(done.line) instead of \(expected.line)")
        }
        try check(after, hiding: unsaved, context, "after reconciling")
        return [[.text(done.line)]]
    }

    func upsert(_ context: Context, _ list: ReconciledList) throws -> [[Value]] {
        let (before, items) = (try present(context), items(list))
        if Set(items.map(\.objectID)).count < items.count {
            return try refused(.invalidValue, before, context) { _ = try context.upsert(items) }
        }
        let found = try context.upsert(items)
        if found.map(\.snapshot) != items.map({ $0 }) {
            throw ProgramFault("upserted objects have other values than their list, or another order")
        }
        try check(before.merging(items.map { ($0.objectID, $0) }) { $1 }, context, "after upserting")
        return found.map(\.erasedKey.values)
    }

    func findOrInsert(_ context: Context, _ list: ReconciledList) throws -> [[Value]] {
        guard let item = items(list).first else { return [] }
        let before = try present(context)
        let query = list.subset.map(subset) ?? Query<M>(predicate: nil)
        let first = before.values.filter { belongs($0, list) }.map(\.objectID)
            .min { $0.key.objectKey < $1.key.objectKey }
        var isMade = false
        func run() throws -> M {
            try context.findOrInsert(query) {
                isMade = true
                return M(item)
            }
        }
        // The key may be that of an object outside of the subset.
        let code: GranaryError.Code? =
            first != nil
            ? nil : before[item.objectID] != nil ? .constraint : belongs(item, list) ? nil : .invalidValue
        if let code { return try refused(code, before, context) { _ = try run() } }
        let found = try run()
        if found.erasedKey != (first ?? item.objectID).key.objectKey || isMade != (first == nil) {
            throw ProgramFault("another object was found or inserted than the first of the query")
        }
        return [found.erasedKey.values]
    }
}
