import Granary

/// The conditions of a migration, and the parts of a store that it leaves unchanged.
enum MigrationPolicyPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] { policies + continuity }

    // MARK: Policies

    private static let policies: [ConformancePromise] = [
        migrates("Where the policy is to refuse, nothing is migrated", needs: .persistent) { scene in
            let old = try Versions.schema(Versions.thing())
            try await Versions.fill(scene, old)
            try await scene.refuses(
                .incompatible, try Versions.schema(Versions.thing([.init("more", .text, isOptional: true)])),
                policy: .refuse,
                since: old)
        },
        migrates("A store that may not be written is not migrated", needs: .persistent) { scene in
            let old = try Versions.schema(Versions.thing())
            try await Versions.fill(scene, old)
            try await scene.refuses(
                .incompatible, try Versions.schema(Versions.thing([.init("more", .text, isOptional: true)])),
                isReadOnly: true,
                since: old)
        },
        migrates("One step that is impossible keeps every other from being carried out") { scene in
            let old = try Versions.schema(Versions.thing())
            try await Versions.fill(scene, old)
            let error = try await scene.refuses(
                .incompatible,
                try Versions.schema(
                    Versions.thing([.init("more", .text, isOptional: true), .init("bad", .text)]),
                    Versions.owner()),
                since: old)
            for words in ["add Thing.more", "add Thing.bad: impossible", "add Owner", "Nothing was changed"] {
                try expect(error.message.contains(words), "the message says “\(words)”: \(error.message)")
            }
        },
        migrates("Many changes at once are carried out together") { scene in
            try await Versions.fill(scene, try Versions.schema(Versions.thing(), Versions.owner()))
            let new = try Versions.schema(
                ModelDescription(
                    name: "Article",
                    attributes: [
                        .init("number", .text, renamedFrom: "id"),
                        .init("title", .text, isUnique: true, defaultValue: .text(""), renamedFrom: "text"),
                        .init("count", .integer, isIndexed: true, defaultValue: .integer(5)),
                    ],
                    relationships: [.init("parent", to: "Article", isToMany: false)], key: ["number"],
                    renamedFrom: "Thing"))
            try await scene.open(new, consents: ["drop Owner"]) { tables in
                try expectEqual(
                    try tables.rows("Article"),
                    [
                        ["number": .text("1"), "title": .text("a"), "count": .integer(5)],
                        ["number": .text("2"), "title": .text("b"), "count": .integer(5)],
                    ], "articles")
                try tables.insert(
                    "Article",
                    [
                        "number": .text("3"), "title": .text("c"), "count": .integer(1), "parent": .text("1"),
                    ])
                try expectEqual(
                    try tables.keys("Article", where: "count", is: .integer(5)), [.text("1"), .text("2")],
                    "found")
            }
            try await scene.open(new, policy: .refuse) {
                try expectEqual($0.rows("Article").count, 3, "rows")
            }
        },
    ]

    // MARK: Unchanged parts

    private static let continuity: [ConformancePromise] = [
        migrates("A migrated store is the same store") { scene in
            let old = try Versions.schema(Versions.thing())
            let before = try await scene.open(old) { $0.store.identity }
            let new = try Versions.schema(
                Versions.thing([.init("more", .integer, defaultValue: .integer(1))]))
            let after = try await scene.open(new) { $0.store.identity }
            try expectEqual(after.id, before.id, "the store's identity")
            try expectEqual(after.fingerprint, new.fingerprint, "the fingerprint")
        },
        migrates("Rows keep their versions, so that conflicts are found across a migration") { scene in
            let old = try Versions.schema(Versions.thing())
            try await Versions.fill(scene, old)
            let version = try await scene.open(old) {
                try $0.session.version(of: .integer(1), $0.entity("Thing"))
            }
            let new = try Versions.schema(
                Versions.thing([.init("more", .integer, defaultValue: .integer(1))]))
            try await scene.open(new) { tables in
                let entity = try tables.entity("Thing")
                try expectEqual(try tables.session.version(of: .integer(1), entity), version, "the version")
                let next = try tables.session.committed(
                    .updating(entity, .integer(1), version: version, ["text": .text("z")]))
                try expect(next > version ?? .max, "versions grow")
            }
        },
        migrates("Keys that were reserved before are not handed out again") { scene in
            let old = try Versions.schema(Versions.thing())
            let first = try await scene.open(old) {
                try $0.session.reserveKeys(10, of: $0.entity("Thing"))
            }
            for new in [
                try Versions.schema(Versions.thing([.init("more", .integer, defaultValue: .integer(1))])),
                try Versions.schema(
                    Versions.thing(
                        [.init("more", .integer, defaultValue: .integer(1))], name: "Article",
                        renamedFrom: "Thing")),
            ] {
                let next = try await scene.open(new) {
                    try $0.session.reserveKeys(1, of: $0.schema.entities[0])
                }
                try expect(next >= first + 10, "key \(next) after \(first)")
            }
        },
        migrates("A configuration that is not asked for keeps what it holds") { scene in
            let both = try MigrationScene.schema(
                [Versions.thing(), Versions.owner()], in: ["All": ["Thing"], "Side": ["Owner"]])
            try await Versions.fill(scene, both)
            try await scene.open(both) { try $0.insert("Owner", ["code": .text("o")]) }
            let one = try Versions.schema(Versions.thing([.init("more", .text, isOptional: true)]))
            try await scene.open(one) { try expectEqual($0.rows("Thing"), Versions.rows, "things") }
            let again = try MigrationScene.schema(
                [Versions.thing([.init("more", .text, isOptional: true)]), Versions.owner()],
                in: ["All": ["Thing"], "Side": ["Owner"]])
            try await scene.open(again, policy: .refuse) {
                try expectEqual($0.rows("Owner"), [["code": .text("o")]], "owners")
            }
        },
        migrates("Twenty versions one after the other leave every value") { scene in
            try await Versions.fill(scene, try Versions.schema(Versions.thing()))
            var attributes: [AttributeDescription] = []
            for version in 1...20 {
                let isRequired = version.isMultiple(of: 3)
                attributes.append(
                    .init(
                        "a\(version)", .integer, isOptional: !isRequired,
                        isIndexed: version.isMultiple(of: 2),
                        defaultValue: isRequired ? .integer(Int64(version)) : nil))
                try await scene.open(try Versions.schema(Versions.thing(attributes))) { tables in
                    var row: [String: Value] = ["id": .integer(Int64(version) + 10)]
                    for number in 1...version { row["a\(number)"] = .integer(Int64(version)) }
                    try tables.insert("Thing", row)
                }
            }
            try await scene.open(try Versions.schema(Versions.thing(attributes)), policy: .refuse) { tables in
                let found = try tables.rows("Thing")
                try expectEqual(found.count, 22, "rows")
                for (position, row) in found.dropFirst(2).enumerated() {
                    let version = position + 1
                    for number in 1...20 {
                        let isDefault = number > version && number.isMultiple(of: 3)
                        let wanted: Value? =
                            number <= version
                            ? .integer(Int64(version)) : isDefault ? .integer(Int64(number)) : nil
                        try expectEqual(row["a\(number)"], wanted, "a\(number) of version \(version)")
                    }
                }
            }
        },
    ]
}
