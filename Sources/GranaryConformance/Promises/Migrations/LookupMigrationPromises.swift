import Granary

/// Code that visits old rows finds many new objects in one request, and none of them outdated.
enum LookupMigrationPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    /// A thing in its second version.
    @Model final class Thing {
        var id: Int
        var text: String?
        var slug: String = ""
    }

    private static let count = 600

    /// A promise about code that begins with a number of things, and about the remaining things.
    private static func looksUp(
        _ name: String, _ code: @escaping @Sendable (MigrationWork) throws -> Void,
        _ check: @escaping @Sendable ([[String: Value]]) throws -> Void
    ) -> ConformancePromise {
        migrates(name, needs: CodedMigrationPromises.needs) { scene in
            let old = try Versions.schema(Versions.thing())
            try await scene.open(old) { tables in
                var changes = ChangeSet()
                changes.insert(
                    try tables.entity("Thing"),
                    (1...count).map { ["id": .integer(Int64($0)), "text": .text("a")] })
                try tables.session.committed(changes)
            }
            let new = try Schema("Migrating", configurations: ["All": [Thing.self]])
            try await scene.open(new.following([Migration(from: old, to: new, code)])) { tables in
                try check(try tables.rows("Thing"))
            }
        }
    }

    private static func number(_ thing: Record) throws -> Int {
        guard case .integer(let id)? = thing["id"] else { throw unexpected("a row without its number") }
        return Int(id)
    }

    private static func unexpected(_ what: String) -> GranaryError { GranaryError(.invalidValue, what) }

    static let promises: [ConformancePromise] = [
        looksUp("Code that looks up the object of each old row asks the store for many at once") { work in
            try work.each("Thing") { old in
                let id = try number(old)
                let thing = try unwrap(try work.context.object(Thing.self, id), "the object")
                thing.slug = "\(id)"
            }
            let requests = work.context.statistics.storeRequests
            try expect(requests < count / 10, "\(requests) requests")
        } _: { rows in
            try expectEqual(rows.map { $0["slug"] }, (1...count).map { .text("\($0)") }, "slugs")
        },
        looksUp("Code that looks up the object of each old row sees what it has written before") { work in
            try work.each("Thing") { old in
                let id = try number(old)
                let thing = try work.context.object(Thing.self, id)
                switch id % 50 {
                case 20 where id > 50: try expectEqual(thing?.text, "written", "the text of \(id)")
                case 30 where id > 50: try expect(thing == nil, "\(id) is deleted")
                default: try expectEqual(thing?.text, "a", "the text of \(id)")
                }
                thing?.slug = "\(id)"
                guard id % 50 == 0, id < count else { return }
                try work.update("Thing", .integer(Int64(id) + 20), ["text": .text("written")])
                try work.delete("Thing", .integer(Int64(id) + 30))
                try work.save()
            }
        } _: { rows in
            let kept = (1...count).filter { $0 < 50 || $0 % 50 != 30 }
            try expectEqual(rows.map { $0["slug"] }, kept.map { .text("\($0)") }, "slugs")
            try expectEqual(rows.count { $0["text"] == .text("written") }, count / 50 - 1, "texts")
        },
        looksUp("Code that goes through the old rows inside of itself finds each object as it is") { work in
            try work.each("Thing") { outer in
                let id = try number(outer)
                let thing = try work.context.object(Thing.self, id)
                if id % 100 == 50 {
                    try work.each("Thing") { inner in
                        guard try number(inner) > id, inner["text"] == .text("a") else { return }
                        let key = try unwrap(inner.key, "the key")
                        try work.update("Thing", key, ["text": .text("\(id)")])
                    }
                }
                let last = id <= 50 ? "a" : "\((id - 51) / 100 * 100 + 50)"
                try expectEqual(thing?.text, last, "the text of \(id)")
                thing?.slug = "\(id)"
            }
        } _: { rows in
            try expectEqual(rows.map { $0["slug"] }, (1...count).map { .text("\($0)") }, "slugs")
        },
    ]
}
