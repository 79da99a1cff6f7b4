import Granary
import GranaryConformance
import GranaryMemory
import GranaryTestSupport
import Testing

/// Random programs carried out in step on this store and on the reference store, which has no index, no plan and no
/// tree.
@Suite struct ReferenceComparisonTests {
    @Test(.timeLimit(.minutes(3)), arguments: 0..<8)
    func answersAreThoseOfTheReferenceStore(run: Int) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var pair = try ProgramPair(seed: seed)
        for step in 0..<400 {
            try pair.step("seed \(seed), step \(step)")
        }
    }
}

/// The same sessions of two stores.
struct ProgramPair {
    private let schema: Schema
    private let memory: [any StoreSession]
    private let reference: [any StoreSession]
    private var requests: RandomRequests

    init(seed: UInt64) throws {
        schema = try Fixture.makeSchema()
        let stores: [any Store] = [
            MemoryStore.open(Fixture.request(schema, type: .memory)),
            ReferenceBackend.open(Fixture.request(schema, type: ReferenceBackend.type)),
        ]
        memory = try (0..<3).map { _ in try stores[0].makeSession() }
        reference = try (0..<3).map { _ in try stores[1].makeSession() }
        requests = RandomRequests(random: SeededGenerator(seed: seed))
    }

    private func entity(_ name: String) throws -> Entity {
        guard let entity = schema.entity(name) else { throw GranaryError(.schema, "no \(name)") }
        return entity
    }

    /// Does one thing on both stores.
    mutating func step(_ comment: String) throws {
        let session = Int(requests.small(3))
        let (mine, theirs) = (memory[session], reference[session])
        switch requests.small(10) {
        case 0..<4: try compareAnswers(mine, theirs, comment)
        case 4:
            try mine.refresh()
            try theirs.refresh()
        default: try compareCommits(mine, theirs, comment)
        }
    }

    private mutating func compareAnswers(
        _ mine: any StoreSession, _ theirs: any StoreSession, _ comment: String
    ) throws {
        let request = try requests.request(entity)
        let text = Comment(
            rawValue:
                "\(comment): \(request.selection) \(String(describing: request.predicate)) \(request.sort) \(request.offset) \(String(describing: request.limit))"
        )
        expectSame({ try rows($0, request) }, mine, theirs, text)
        expectSame({ try $0.count(request) }, mine, theirs, text)
        let aggregate = requests.aggregate(request)
        expectSame({ try $0.aggregate(aggregate) }, mine, theirs, text)
        let keys = (0..<5).map { _ in ObjectKey.integer(requests.small(30)) }
        expectSame({ try $0.missing(keys, of: request.entity) }, mine, theirs, text)
        if let link = schema.links.first {
            let isPlayer = link.firstEntity.name == "Player"
            expectSame(
                { try $0.links(link, fromFirst: isPlayer, of: keys).map { [$0.0, $0.1] } }, mine, theirs, text
            )
            let labels = ["x", "y"].map(ObjectKey.text)
            expectSame(
                { try $0.links(link, fromFirst: !isPlayer, of: labels).map { [$0.0, $0.1] } }, mine, theirs,
                text)
        }
        let plan = Result { try mine.explain(request) }
        if case .success(let plan) = plan { #expect(!plan.statement.isEmpty) }
    }

    private func rows(_ session: any StoreSession, _ request: FetchRequest) throws -> [[Value]] {
        try session.fetch(request).cursor.rest(of: request.entity)
    }

    private func expectSame<R: Equatable>(
        _ body: (any StoreSession) throws -> R, _ mine: any StoreSession, _ theirs: any StoreSession,
        _ comment: Comment
    ) {
        let (left, right) = (Result { try body(mine) }, Result { try body(theirs) })
        switch (left, right) {
        case (.success(let a), .success(let b)): #expect(a == b, comment)
        case (.failure(let a), .failure(let b)):
            #expect((a as? GranaryError)?.code == (b as? GranaryError)?.code, comment)
        default: Issue.record("\(left) is not \(right): \(comment)")
        }
    }

    private mutating func compareCommits(
        _ mine: any StoreSession, _ theirs: any StoreSession, _ comment: String
    ) throws {
        let changes = try changes(seenBy: theirs)
        // Making the changes has read from one of the stores only.
        try mine.refresh()
        try theirs.refresh()
        if changes.isEmpty { return }
        let outcome = { (session: any StoreSession) in
            let result = try session.commit(changes)
            // The version of a save that was not carried out means nothing.
            return CommitOutcome(
                version: result.conflicts.isEmpty ? result.version : 0, conflicts: Set(result.conflicts))
        }
        expectSame(outcome, mine, theirs, Comment(rawValue: comment))
        // What a session reads after a save that failed is not promised.
        try mine.refresh()
        try theirs.refresh()
    }
}

/// What came of a commit, to compare.
private struct CommitOutcome: Equatable {
    let version: Int64
    let conflicts: Set<CommitResult.Conflict>
}

extension ProgramPair {
    /// Random changes, based on what a session sees, which others may have changed since.
    private mutating func changes(seenBy session: any StoreSession) throws -> ChangeSet {
        var changes = ChangeSet()
        var touched: Set<ObjectKey> = []
        for _ in 0..<(1 + requests.small(4)) {
            let key = ObjectKey.integer(requests.small(25))
            guard touched.insert(key).inserted else { continue }
            switch requests.small(8) {
            case 0..<3: try insert("Player", RandomRequests.attributes + ["team", "mentor"], key, &changes)
            case 3, 4: try update(key, seenBy: session, &changes)
            case 5: try delete("Player", key, seenBy: session, &changes)
            case 6: try changeTeam(.integer(requests.small(4)), seenBy: session, &changes)
            default: try changeTag(seenBy: session, &changes)
            }
        }
        return changes
    }

    private mutating func insert(
        _ name: String, _ properties: [String], _ key: ObjectKey, _ changes: inout ChangeSet
    ) throws {
        let entity = try entity(name)
        var named: [String: Value] = [:]
        for property in properties { named[property] = requests.value(of: property) }
        named["id"] = key.values[0]
        if name == "Team" { named["name"] = .text("t\(requests.small(6))") }
        changes.inserts.append(InsertBatch(entity: entity, rows: [Record(of: entity, named)]))
    }

    private mutating func update(
        _ key: ObjectKey, seenBy session: any StoreSession, _ changes: inout ChangeSet
    ) throws {
        let entity = try entity("Player")
        var (named, properties) = ([String: Value](), PropertySet())
        for position in 1..<entity.propertyCount where requests.chance(3) {
            named[entity.propertyName(position)] = requests.value(of: entity.propertyName(position))
            properties.insert(position)
        }
        let row = UpdateBatch.Row(
            key: key, version: try version(key, entity, session), source: Record(of: entity, named),
            properties: properties)
        changes.updates.append(UpdateBatch(entity: entity, rows: [row]))
    }

    private mutating func delete(
        _ name: String, _ key: ObjectKey, seenBy session: any StoreSession, _ changes: inout ChangeSet
    ) throws {
        let entity = try entity(name)
        guard let version = try version(key, entity, session) else { return }
        changes.deletes.append(DeleteBatch(entity: entity, rows: [(key, requests.chance(5) ? nil : version)]))
        guard name != "Team", let link = schema.links.first else { return }
        var batch = LinkBatch(table: link)
        let others: [ObjectKey] =
            name == "Player" ? ["x", "y"].map(ObjectKey.text) : (0..<25).map { .integer($0) }
        batch.removed = others.map { link.firstEntity.name == name ? (key, $0) : ($0, key) }
        changes.links.append(batch)
    }

    private func version(_ key: ObjectKey, _ entity: Entity, _ session: any StoreSession) throws -> Int64? {
        var request = FetchRequest(entity: entity)
        request.selection = .keys([key])
        guard case .integer(let version)? = try rows(session, request).first?.last else { return nil }
        return version
    }

    private mutating func changeTeam(
        _ key: ObjectKey, seenBy session: any StoreSession, _ changes: inout ChangeSet
    ) throws {
        if changes.touches("Team", key) { return }
        if requests.chance(3) {
            try delete("Team", key, seenBy: session, &changes)
        } else {
            try insert("Team", [], key, &changes)
        }
    }

    private mutating func changeTag(seenBy session: any StoreSession, _ changes: inout ChangeSet) throws {
        let entity = try entity("Tag")
        let label = requests.pick(["x", "y"])
        if changes.touches("Tag", .text(label)) { return }
        // Pairs are made between what is there, since the reference store drops others silently.
        try session.refresh()
        guard try version(.text(label), entity, session) != nil else {
            let row = Record(of: entity, ["label": .text(label), "size": .integer(requests.small(4))])
            changes.inserts.append(InsertBatch(entity: entity, rows: [row]))
            return
        }
        if requests.chance(6) { return try delete("Tag", .text(label), seenBy: session, &changes) }
        let key = ObjectKey.integer(requests.small(25))
        guard let link = schema.links.first, !changes.touches("Player", key),
            try version(key, self.entity("Player"), session) != nil
        else { return }
        var batch = LinkBatch(table: link)
        let pair: (ObjectKey, ObjectKey) =
            link.firstEntity.name == "Player" ? (key, .text(label)) : (.text(label), key)
        if requests.chance(4) { batch.removed = [pair] } else { batch.added = [pair] }
        changes.links.append(batch)
    }
}

extension ChangeSet {
    /// Whether a row is inserted, changed or deleted, or has pairs changed.
    fileprivate func touches(_ entity: String, _ key: ObjectKey) -> Bool {
        deletes.contains { $0.entity.name == entity && $0.rows.contains { $0.key == key } }
            || updates.contains { $0.entity.name == entity && $0.rows.contains { $0.key == key } }
            || inserts.contains { batch in
                batch.entity.name == entity
                    && batch.rows.contains { ($0 as? Record)?.key == key }
            }
            || links.contains { batch in
                (batch.added + batch.removed).contains { $0.first == key || $0.second == key }
            }
    }
}
