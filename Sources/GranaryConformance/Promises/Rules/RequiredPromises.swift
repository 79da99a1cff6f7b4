import Granary

/// Relationships that must lead to an object.
enum RequiredPromises: PromiseList {
    static let category = ConformanceCategory.rules
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(saving + changing, in: [.united, .apart]) }

    private static let saving: [ConformancePromise] = [
        ruled("Every missing object of a required relationship is named at the save") { context, bench in
            for id in 3...4 { try context.insert(Parcel(id: id, label: "NEW")) }
            try context.insert(Slip(id: 3))
            let error = try expectError(.validation, "the save") { try context.save() }
            try expectEqual(
                error.failures.map(\.description).sorted(),
                ["Parcel.depot: required", "Parcel.depot: required", "Slip.parcel: required"], "broken rules")
            try expectEqual(
                Set(error.failures.map(\.key)), [.integer(3), .integer(4)], "keys")
            try expectEqual(try bench.reader().count(Parcel.all), 2, "parcels")
        },
        ruled("A required relationship may lead to an object that is saved with it") { context, bench in
            let depot = Depot(code: "B", name: "new")
            let parcel = Parcel(id: 3, label: "NEW")
            let slip = Slip(id: 3)
            (parcel.depot, slip.parcel) = (depot, parcel)
            try context.insert(slip)
            try context.save()
            let reader = try bench.reader()
            try expectEqual(try reader.existing(Slip.self, 3).parcel?.depot?.code, "B", "the depot")
        },
        promise("A store refuses a row without its required relationship") { bench in
            try await bench.save { try RuleScene.fill($0) }
            for name in ["Parcel", "Slip"] {
                try bench.withSession(of: name) { session, entity in
                    let key = ObjectKey.integer(1)
                    let property = name == "Slip" ? "parcel" : "depot"
                    let version = try session.version(of: key, entity)
                    let error = try expectError(.constraint, "the commit") {
                        try session.committed(.updating(entity, key, version: version, [property: .null]))
                    }
                    try expectEqual(error.context.constraint, .notNull, "the constraint")
                    try expectEqual(error.context.properties, [property], "the properties")
                }
            }
        },
        ruled("Conditions and orders through a required relationship find what they find through others") {
            context, _ in
            let depot = Depot(code: "B", name: "second")
            try context.existing(Parcel.self, 2).depot = depot
            try context.save()
            let slips = Slip.where { $0.parcel.depot.name == "second" }
            try expectEqual(try context.fetch(slips).map(\.id), [2], "slips of the second depot")
            let parcels = try context.fetch(Parcel.all.sorted { $0.depot.name.descending })
            try expectEqual(parcels.map(\.id), [2, 1], "parcels by depot")
        },
    ]

    private static let changing: [ConformancePromise] = [
        ruled("Emptying a required relationship is refused, and moving it is not") { context, bench in
            let (slip, second) = (try context.existing(Slip.self, 1), try context.existing(Parcel.self, 2))
            slip.parcel = nil
            try expectEqual(try RuleScene.broken(context), ["Slip.parcel: required"], "broken rules")
            slip.parcel = second
            try context.save()
            let reader = try bench.reader()
            try expectEqual(try reader.existing(Parcel.self, 2).slips.map(\.id), [1, 2], "slips")
        },
        ruled("Taking an object out of the list of a required relationship is refused") { context, _ in
            let parcel = try context.existing(Parcel.self, 1)
            let slip = try context.existing(Slip.self, 1)
            parcel.slips.remove(slip)
            try expectEqual(try RuleScene.broken(context), ["Slip.parcel: required"], "broken rules")
            try context.delete(slip)
            try context.save()
        },
        ruled("Objects go with the object that they require, as the delete rule says") { context, bench in
            try context.delete(try context.existing(Depot.self, "A"))
            try context.save()
            let reader = try bench.reader()
            try expectEqual([try reader.count(Parcel.all), try reader.count(Slip.all)], [0, 0], "rows")
        },
        ruled("A batch that empties a required relationship is refused") { context, bench in
            let error = try expectError(.validation, "the batch") {
                try context.updateAll(Slip.all) { $0.parcel.set(to: nil) }
            }
            try expectEqual(
                error.failures.map(\.description), ["Slip.parcel: required", "Slip.parcel: required"],
                "broken rules")
            let reader = try bench.reader()
            try expectEqual(try reader.fetch(Slip.all).map { $0.parcel?.id }, [1, 2], "parcels")
        },
    ]
}
