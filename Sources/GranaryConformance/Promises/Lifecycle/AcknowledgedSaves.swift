import FoundationEssentials
import Granary

/// Saves in two openings of a store, with the state that each of them has acknowledged.
final class AcknowledgedSaves {
    private let bench: ConformanceBench
    /// The states after each save of the store that is not the other one; the first is empty.
    private(set) var states: [[Int64: Thing]] = [[:]]
    /// The last state of the other store.
    private(set) var othersState: [Int64: Thing] = [:]

    /// The values of a row.
    struct Thing: Hashable {
        var code: String
        var size: Int64
    }

    /// The result of an opening.
    enum Found {
        case refused(GranaryError)
        case holds([Int64: Thing], isNew: Bool)
    }

    private let schema: Schema

    init(_ bench: ConformanceBench) throws {
        self.bench = bench
        schema = try Versions.schema(
            Versions.thing([.init("code", .text, isUnique: true), .init("size", .integer, isIndexed: true)]))
    }

    private func configuration(_ directory: String) throws -> StoreConfiguration {
        var configuration = try bench.harness.placement(
            "All", ConformancePlace(directory: directory, store: "store"))
        configuration.onIncompatible = .refuse
        return configuration
    }

    private func open(_ directory: String) throws -> any Store {
        let request = try StoreOpenRequest(to: schema, ["All"], configuration(directory))
        return try StorePreparation(request, bench.harness.backend.type).open()
    }

    /// Makes a store, and copies its directory at the end of the first opening and of the second.
    func make(
        at directory: String, copying copies: [String: String], _ ending: FileDamage.Ending,
        isOther: Bool = false
    ) throws {
        var state: [Int64: Thing] = [:]
        for (number, name) in ["old", "new"].enumerated() {
            let store = try open(directory)
            do {
                let session = try store.makeSession()
                defer { session.end() }
                for save in 0..<4 {
                    try change(&state, in: session, number * 4 + save, isOther)
                    if isOther { othersState = state } else { states.append(state) }
                }
            } catch {
                try? store.close()
                throw error
            }
            if ending == .killed, let copy = copies[name] { try self.copy(directory, to: copy) }
            try store.close()
            if ending == .closed, let copy = copies[name] { try self.copy(directory, to: copy) }
        }
        try bench.harness.backend.type.destroy(configuration(directory))
    }

    private func copy(_ directory: String, to other: String) throws {
        try FileManager.default.copyItem(atPath: directory, toPath: other)
    }

    /// Makes one save: new rows, rows whose unique values go round, and rows that go.
    private func change(
        _ state: inout [Int64: Thing], in session: any StoreSession, _ save: Int, _ isOther: Bool
    ) throws {
        let thing = schema.entities[0]
        var changes = ChangeSet()
        let mark = isOther ? "other" : "own"
        let kept = state.keys.sorted()
        let gone = kept.filter { $0 % 7 == Int64(save % 7) }
        let moved = kept.filter { $0 % 3 == 0 && !gone.contains($0) }
        // One batch, as a context makes it: values that go round are free at its end.
        var round = UpdateBatch(entity: thing, rows: [])
        for (key, next) in zip(moved, moved.dropFirst() + moved.prefix(1)) {
            guard let old = state[next] else { continue }
            let values: [String: Value] = ["code": .text(old.code), "size": .integer(Int64(save))]
            round.rows +=
                ChangeSet.updating(thing, .integer(key), version: nil, values).updates.flatMap(\.rows)
        }
        if !round.rows.isEmpty { changes.updates = [round] }
        let before = state
        for (key, next) in zip(moved, moved.dropFirst() + moved.prefix(1)) {
            state[key] = before[next].map { Thing(code: $0.code, size: Int64(save)) }
        }
        if !gone.isEmpty {
            changes.deletes.append(DeleteBatch(entity: thing, rows: gone.map { (.integer($0), nil) }))
            for key in gone { state[key] = nil }
        }
        var rows: [[String: Value]] = []
        for key in Int64(save * 20)..<Int64(save * 20 + 20) {
            let row = Thing(code: "\(mark) \(key)", size: key % 5)
            state[key] = row
            rows.append([
                "id": .integer(key), "code": .text(row.code), "size": .integer(row.size),
                "text": .text(String(repeating: mark, count: 40)),
            ])
        }
        changes.insert(thing, rows)
        try session.committed(changes)
    }

    /// Opens a store, and reads it by its rows and by its indexes, which must agree.
    func look(at directory: String, _ label: String) throws -> Found {
        let store: any Store
        do {
            store = try open(directory)
        } catch let error as GranaryError {
            try expect(Self.codes.contains(error.code), "\(label): refused as \(error)")
            return .refused(error)
        }
        defer { try? store.close() }
        do {
            let session = try store.makeSession()
            defer { session.end() }
            let tables = MigrationTables(schema: schema, store: store, session: session)
            let state = try read(tables, label)
            return .holds(state, isNew: store.isNew)
        } catch let error as GranaryError where Self.codes.contains(error.code) {
            return .refused(error)
        }
    }

    /// The codes for faults of files.
    private static let codes: Set<GranaryError.Code> = [
        .corrupt, .foreign, .notFound, .denied, .newer, .io, .incompatible,
    ]

    private func read(_ tables: MigrationTables, _ label: String) throws -> [Int64: Thing] {
        var state: [Int64: Thing] = [:]
        for row in try tables.rows("Thing") {
            guard case .integer(let id)? = row["id"], case .text(let code)? = row["code"],
                case .integer(let size)? = row["size"]
            else { throw ConformanceFailure(.broken, "\(label): a row has no value") }
            state[id] = Thing(code: code, size: size)
        }
        for (id, thing) in state where id % 11 == 0 {
            let found = try tables.keys("Thing", where: "code", is: .text(thing.code))
            try expectEqual(found, [.integer(id)], "\(label): rows by code")
            try expectError(.constraint, "\(label): a second row with a code") {
                try tables.insert(
                    "Thing",
                    ["id": .integer(9_000 + id), "code": .text(thing.code), "size": .integer(0)])
            }
        }
        for size in Set(state.values.map(\.size)) {
            let found = try tables.keys("Thing", where: "size", is: .integer(size))
            let expected = state.filter { $0.value.size == size }.keys.map { Value.integer($0) }
            try expectEqual(Set(found), Set(expected), "\(label): rows by size")
        }
        return state
    }
}
