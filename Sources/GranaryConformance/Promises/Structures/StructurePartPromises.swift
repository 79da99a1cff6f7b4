import FoundationEssentials
import Granary

/// Parts of embedded structures in conditions, orders, columns, groups and aggregates mean the same on every store.
enum StructurePartPromises: PromiseList {
    static let category = ConformanceCategory.structures
    static let areAboutContent = true

    static var promises: [ConformancePromise] { forms + missing + shapes + relationships }

    private static let forms: [ConformancePromise] = [
        branches("A text in a structure", { $0.main.city == "Oslo" }, 1, 3),
        branches("A text under another name in JSON, with letters beyond ASCII", { $0.main.city > "a" }, 4),
        branches("A text with quotes", { $0.main.street == "Øvre gate “3”" }, 1),
        branches(
            "Functions of texts in a structure",
            { $0.main.city.hasPrefix("Os") && $0.main.street.scalarCount == 13 }, 1),
        branches("An integer beyond 53 bits", { $0.main.floors == 9_007_199_254_740_993 }, 3),
        branches("An integer in a calculation", { $0.main.floors * 2 + 1 == 7 }, 1),
        branches("A floating-point number", { $0.main.area == 0.1 }, 1),
        branches("A large floating-point number", { $0.main.area > 1 }, 3),
        branches("A floating-point number of 32 bits", { $0.main.share == 0.1 }, 1),
        branches("A decimal", { $0.main.rent == 1250.5 }, 1),
        branches("A decimal with many places", { $0.main.rent < 0.0000000000000000001 }, 3),
        branches("A Boolean", { !$0.main.isOpen }, 3),
        branches("A date", { $0.main.since == BranchScene.moment }, 1),
        branches("A part of a date in a structure", { $0.main.since.year == 1970 }, 1),
        branches("A UUID", { $0.main.token == BranchScene.token }, 1),
        branches("Data", { $0.main.seal == Data([0, 255]) }, 1),
        branches("A URL", { $0.main.page == BranchScene.whole.page }, 1),
        branches("An enumeration of texts", { $0.main.grade == .poor }, 3),
        branches("An optional enumeration of integers", { $0.main.level == .high }, 1),
        branches("A value in a list of constants", { $0.main.city.isIn(["Bergen", "Ålesund"]) }, 2, 4),
        branches("A part and an attribute", { $0.main.city == $0.city }, 1, 3),
        branches("Integers in an order", { $0.main.floors >= 3 }, 1, 3),
        branches("Parts that are not a value", { $0.main.city != "Oslo" }, 2, 4),
        branches("Parts of two structures", { $0.second.city == $0.main.city.optional }),
        branches("Conditions one of which cannot be met", { $0.main.isOpen == true && $0.main.floors < 1 }),
        branches("Alternatives", { $0.main.rent == 1250.5 || $0.main.city.isIn(["Bergen"]) }, 1, 2),
        branches("What is not so", { !($0.main.city == "Oslo" && $0.main.floors < 4) }, 2, 3, 4),
        branches("Two parts", { $0.main.site.east < $0.main.site.north }, 1),
    ]

    private static let missing: [ConformancePromise] = [
        branches("A missing part is nil", { $0.main.street == nil }, 2, 3),
        branches("A part that is there is not nil", { $0.main.street != nil }, 1, 4),
        branches("A structure within a structure", { $0.main.site.north < 0 }, 3),
        branches("A part of a missing structure is nil", { $0.main.site.east == nil }, 2, 3, 4),
        branches("A part of an attribute that is nil is nil", { $0.second.city == nil }, 2, 3),
        branches(
            "A part of an optional attribute",
            {
                $0.second.city == "Oslo"; $0.second.floors > 2
            }, 4),
        branches("A missing structure within a structure is nil", { $0.main.spare == nil }, 1, 2, 3),
        branches("A structure within an optional attribute", { $0.second.site != nil }, 4),
    ]

    private static let shapes: [ConformancePromise] = [
        branches("Orders by parts of structures, nil first") { context in
            let byCity = Branch.all.sorted { $0.main.city.descending }.sorted { $0.main.floors.descending }
            try expectEqual(try context.fetch(byCity).map(\.id), [4, 3, 1, 2], "by city, then floors")
            let byStreet = Branch.all.sorted { $0.main.street.ascending }
            let bySite = Branch.all.sorted { $0.main.site.north.descending }.limit(2)
            try expectEqual(try context.fetch(byStreet).map(\.id).suffix(2), [4, 1], "by street")
            try expectEqual(try context.fetch(bySite).map(\.id), [1, 3], "the most northern")
        },
        branches("Columns of parts of structures") { context in
            let columns = try context.select(Branch.all) { ($0.main.city, $0.main.rent, $0.second.city) }
            try expectEqual(columns.map(\.0), ["Oslo", "Bergen", "Oslo", "Ålesund"], "cities")
            try expectEqual(columns.map(\.1).filter { $0 != nil }.count, 2, "rents")
            try expectEqual(columns.map(\.2), ["Bergen", nil, nil, "Oslo"], "second cities")
            let grades = try context.select(Branch.all) { ($0.main.grade, $0.main.level, $0.main.share) }
            try expectEqual(grades.map(\.0), [.fine, .fine, .poor, .fine], "grades")
            try expectEqual(grades.map(\.1), [.high, nil, nil, nil], "levels")
            try expectEqual(grades.map(\.2), [0.1, nil, nil, nil], "numbers of 32 bits")
        },
        branches("Distinct parts of structures") { context in
            let cities = try context.distinct(Branch.all) { $0.main.city }
            try expectEqual(Set(cities), ["Oslo", "Bergen", "Ålesund"], "cities")
            try expectEqual(cities.count, 3, "their number")
        },
        branches("Groups and aggregates of parts of structures") { context in
            let groups = try context.grouped(Branch.where { $0.id != 3 }, by: { $0.main.city }) {
                ($0.count(), $0.main.floors.sum)
            }
            let found = groups.map { "\($0.group) \($0.values.0) \($0.values.1)" }.sorted()
            try expectEqual(found, ["Bergen 1 1", "Oslo 1 3", "Ålesund 1 1"], "groups")
            try expectEqual(try context.maximum(Branch.all) { $0.main.area }, 1e300, "the maximum")
            try expectEqual(
                try context.count(Branch.where { $0.main.floors == 1 }), 2, "the count of a condition")
        },
    ]

    private static let relationships: [ConformancePromise] = [
        branches("A part of a structure of a related object") { context in
            try expectEqual(
                try context.fetch(Branch.where { $0.head.main.city == "Oslo" }).map(\.id), [2, 3], "found")
            try expectEqual(
                try context.select(Branch.all) { $0.head.second.floors }, [nil, 2, 2, nil], "a column")
            try expectEqual(
                try context.fetch(Branch.where { $0.head.main.isNil }).map(\.id), [1, 4], "no structure")
        },
        branches("Parts of structures of members") { context in
            let some = Branch.where { $0.branches.any { $0.main.city == "Bergen" } }
            try expectEqual(try context.fetch(some).map(\.id), [1], "any")
            let sums = try context.select(Branch.where { $0.id == 1 }) {
                $0.branches.sum({ $0.main.floors }, where: { $0.main.isOpen })
            }
            try expectEqual(sums, [1], "a sum")
        },
    ]
}
