import FoundationEssentials
import Granary

/// Batches set parts of structures and leave the others as they are; JSON of another kind is an error with its path.
enum SetPartPromises: PromiseList {
    static let category = ConformanceCategory.structures
    static let areAboutContent = true

    static var promises: [ConformancePromise] { batches + planted }

    private static let batches: [ConformancePromise] = [
        storedBranches("A batch sets parts of a structure, and all others stay") { context in
            let held = try context.existing(Branch.self, 1)
            let count = try context.updateAll(Branch.where { $0.main.city == "Oslo" }) {
                $0.main.city.set(to: "Kristiania")
                $0.main.floors.set(to: $0.main.floors - 1)
                $0.main.street.set(to: nil)
                $0.main.site.east.set(to: 10.8)
                $0.main.grade.set(to: .good)
                $0.main.shifts.set(to: [Shift(name: "all day", hours: 24)])
            }
            try expectEqual(count, 2, "changed branches")
            var expected = BranchScene.whole
            (expected.city, expected.floors, expected.street) = ("Kristiania", 2, nil)
            (expected.site, expected.grade) = (Site(north: 59.9, east: 10.8), .good)
            expected.shifts = [Shift(name: "all day", hours: 24)]
            try expectEqual(held.main, expected, "the structure of an object that was loaded")
            let other = try context.existing(Branch.self, 3).main
            try expectEqual(other.floors, 9_007_199_254_740_992, "the floors of the other")
            try expectEqual(other.site, Site(north: -1, east: 10.8), "the site of the other")
            try expectEqual(try context.count(Branch.where { $0.main.city == "Kristiania" }), 2, "found")
        },
        storedBranches("A batch sets parts of every form") { context in
            let (moment, token) = (Date(timeIntervalSince1970: -1.5), UUID())
            try expectEqual(
                try context.updateAll(Branch.where { $0.id == 2 }) {
                    $0.main.area.set(to: -1e-300)
                    $0.main.share.set(to: 0.3)
                    $0.main.rent.set(to: 0.1)
                    $0.main.isOpen.set(to: false)
                    $0.main.since.set(to: moment)
                    $0.main.token.set(to: token)
                    $0.main.seal.set(to: Data([7]))
                    $0.main.level.set(to: .low)
                    $0.main.spare.set(to: Site(north: 1))
                    $0.main.tags.set(to: ["\u{E9}"])
                }, 1, "changed branches")
            let expected = Premises(
                city: "Bergen", area: -1e-300, share: 0.3, rent: Decimal(1) / 10, isOpen: false,
                since: moment, token: token, seal: Data([7]), level: .low, spare: Site(north: 1),
                tags: ["\u{E9}"])
            try expectEqual(try context.existing(Branch.self, 2).main, expected, "the structure")
        },
        storedBranches("A part of no structure is not set") { context in
            try expectEqual(
                try context.updateAll(Branch.all) {
                    $0.second.city.set(to: "Hamar")
                    $0.main.spare.east.set(to: 1)
                }, 4, "changed branches")
            try expectEqual(
                try context.select(Branch.all) { $0.second.city }, ["Hamar", nil, nil, "Hamar"], "cities")
            try expectEqual(
                try context.select(Branch.all) { $0.main.spare.east }, [nil, nil, nil, 1], "sites")
            try expectEqual(try context.count(Branch.where { $0.second.isNil }), 2, "without second premises")
        },
        storedBranches("A batch refuses a part that is set twice, elements and parts of other objects") {
            context in
            let city = try context.existing(Branch.self, 1).main.city
            try expectError(.query, "a part twice") {
                try context.updateAll(Branch.all) {
                    $0.main.city.set(to: "a")
                    $0.main.city.set(to: "b")
                }
            }
            try expectError(.query, "a structure and a part of it") {
                try context.updateAll(Branch.all) {
                    $0.main.site.set(to: Site(north: 1))
                    $0.main.site.north.set(to: 2)
                }
            }
            try expectError(.query, "an attribute and a part of it") {
                try context.updateAll(Branch.all) {
                    $0.second.set(to: nil)
                    $0.second.city.set(to: "a")
                }
            }
            try expectError(.query, "an element") {
                try context.updateAll(Branch.all) { $0.shifts[0].hours.set(to: 1) }
            }
            try expectError(.query, "another object") {
                try context.updateAll(Branch.all) { $0.head.main.city.set(to: "a") }
            }
            try expectEqual(try context.existing(Branch.self, 1).main.city, city, "the city")
        },
    ]

    private static let planted: [ConformancePromise] = [
        planted("A number where a text is", #"{"town":4711}"#, "town") { $0.main.city == "x" },
        planted("A text where a structure is", #"{"town":"x","site":"4711"}"#, "site.north") {
            $0.main.site.north > 0
        },
        planted("A number with a fraction where an integer is", #"{"floors":4711.5}"#, "floors") {
            $0.main.floors > 0
        },
        planted("A structure where a list is", #"{"tags":{"4711":1}}"#, "tags") { $0.main.tags.count > 0 },
        planted("An element of another kind", #"{"shifts":[{"name":4711}]}"#, "shifts.name") {
            $0.main.shifts.any { $0.name == "x" }
        },
        promise("A member that another program left out, or wrote as null, is nil") { bench in
            try plant(
                #"{"more":[1],"floors":2,"town":"x","street":null,"isOpen":true,"grade":"fine","tags":[]}"#,
                bench)
            try await bench.perform { context in
                let found = Branch.where {
                    $0.main.street == nil; $0.main.rent == nil; $0.main.floors == 2
                }
                try expectEqual(try context.count(found), 1, "branches")
            }
        },
    ]

    private static func plant(_ json: String, _ bench: ConformanceBench) throws {
        try bench.commit("Branch") { branch in
            .inserting(
                branch,
                [
                    "id": .integer(1), "city": .text(""), "main": .text(json), "phones": .text("[]"),
                    "levels": .text("[]"), "shifts": .text("[]"),
                ])
        }
    }

    private static func planted(
        _ name: String, _ json: String, _ path: String,
        _ condition: @escaping @Sendable (Branch.Fields) -> Condition<Branch>
    ) -> ConformancePromise {
        promise("\(name) is an error that names the path and not the value") { bench in
            try plant(json, bench)
            try await bench.perform { context in
                let error = try expectError(.malformed, "counting") {
                    _ = try context.count(Branch.where(condition))
                }
                try expectEqual(error.context.entity, "Branch", "the entity in the error")
                try expectEqual(error.context.properties, ["main.\(path)"], "the path in the error")
                try expect(!"\(error)".contains("4711"), "the value is shown: \(error)")
            }
        }
    }
}
