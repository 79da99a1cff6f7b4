import Granary

/// Everything that one context shows of the railway.
struct ReplacingView {
    private let context: Context
    private let objects: [[any Model]]
    /// A line for each object, with the members of its lists in the order of their keys.
    let lines: [String]

    /// Reads all of it.
    init(_ context: Context) throws {
        self.context = context
        objects = try ModelKind.railway.map { kind in
            try kind.fetch(context, FetchPlan(entity: kind.name)).sorted { $0.erasedKey < $1.erasedKey }
        }
        lines = try zip(ModelKind.railway, objects).flatMap { kind, objects in
            try objects.map { try Self.line($0, kind) }
        }
    }

    private static func line(_ object: any Model, _ kind: ModelKind) throws -> String {
        guard let entity = object._objectState.batch?.entity else {
            throw WorkFault(
                "an object that is shown is in no context", "\(kind.name) \(object.erasedKey.text)")
        }
        func columns<M: Model>(_ object: M) throws -> [Value] { try object.columnValues(of: entity) }
        let values = try columns(object).map(\.text).joined(separator: " ")
        return kind.collections.reduce("\(kind.name) \(values)") { line, collection in
            let keys = collection.read(object).map(\.erasedKey).sorted().map(\.text)
            return line + " \(collection.name) [\(keys.joined(separator: " "))]"
        }
    }

    /// One object has a key, the two sides of each relationship agree, and queries of the context find its content.
    func check() throws {
        for (kind, found) in zip(ModelKind.railway, objects) {
            var shown: [ObjectKey: any Model] = [:]
            for object in found {
                if shown.updateValue(object, forKey: object.erasedKey) == nil { continue }
                throw WorkFault("two objects of one key are shown", "\(kind.name) \(object.erasedKey.text)")
            }
            for number in 0..<RailwayModels.population {
                let (one, other) = (try kind.find(context, number), shown[kind.key(number)])
                if one === other { continue }
                throw WorkFault(
                    "a look-up finds another object than a fetch",
                    "\(kind.name) \(kind.key(number).text): \(one == nil ? "none" : "one") and \(other == nil ? "none" : "one")"
                )
            }
        }
        for pair in RailwayPair.all { try check(pair) }
        try checkPlates()
    }

    private func check(_ pair: RailwayPair) throws {
        var members: [ObjectIdentifier: [any Model]] = [:]
        for owner in objects[pair.owner] {
            guard let target = pair.read(owner) else { continue }
            members[ObjectIdentifier(target), default: []].append(owner)
        }
        for target in objects[pair.target] {
            let (back, wanted) = (pair.back(target), members[ObjectIdentifier(target)] ?? [])
            if Self.same(back, wanted) { continue }
            throw WorkFault(
                "the two sides of a relationship disagree",
                "\(pair.name) of \(Self.keys(wanted)) is \(target.erasedKey.text), which leads back to \(Self.keys(back))"
            )
        }
    }

    private func checkPlates() throws {
        var winners: [ObjectIdentifier: [any Model]] = [:]
        for case let carriage as Carriage in objects[0] {
            for plate in carriage.plates { winners[ObjectIdentifier(plate), default: []].append(carriage) }
        }
        for case let plate as Plate in objects[2] {
            let wanted = winners[ObjectIdentifier(plate)] ?? []
            if Self.same(Array(plate.carriages), wanted) { continue }
            throw WorkFault(
                "the two lists of a many-to-many relationship disagree",
                "plate \(plate.word): \(Self.keys(Array(plate.carriages))) and \(Self.keys(wanted))")
        }
    }

    private static func same(_ left: [any Model], _ right: [any Model]) -> Bool {
        left.count == right.count
            && Set(left.map { ObjectIdentifier($0) }) == Set(right.map { ObjectIdentifier($0) })
    }

    private static func keys(_ objects: [any Model]) -> [String] {
        objects.map(\.erasedKey).sorted().map(\.text)
    }
}
