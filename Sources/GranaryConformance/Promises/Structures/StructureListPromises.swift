import Granary

/// Lists in attributes and in structures: their number of elements, the elements, and conditions on them.
enum StructureListPromises: PromiseList {
    static let category = ConformanceCategory.structures
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        branches("The number of elements", { $0.phones.count == 1 }, 3),
        branches("The number of elements of no list is nil", { $0.main.shifts.count == nil }, 2, 4),
        branches("A list without elements is empty, no list is not", { $0.main.shifts.isEmpty }, 3),
        branches("A list that contains a text", { $0.phones.contains("34") }, 1, 3),
        branches("A list in a structure that contains a text", { $0.main.tags.contains("corner") }, 1),
        branches("A list of enumerations that contains a case", { $0.levels.contains(.middle) }, 4),
        branches("Any text of a list", { $0.phones.any { $0.hasPrefix("1") } }, 1),
        branches("All texts of a list, or no text", { $0.phones.all { $0 == "34" } }, 2, 3, 4),
        branches(
            "Any structure of a list, by several lines",
            {
                $0.shifts.any {
                    $0.hours > 6
                    $0.name != "night"
                }
            }, 3),
        branches("No structure of a list", { $0.shifts.none { $0.hours == nil } }, 1, 2, 4),
        branches(
            "A list in the structures of a list in a structure",
            { $0.main.shifts.any { $0.crew.contains("Cy") && $0.crew.count == 2 } }, 1),
        branches("An element at a position", { $0.phones[1] == "34" }, 1),
        branches("A part of an element at a position", { $0.shifts[1].hours == 7 }, 3),
        branches("No element at a position is nil", { $0.phones[0] == nil }, 2, 4),
        branches("Columns, orders and groups of elements") { context in
            let columns = try context.select(Branch.all) { ($0.phones[0], $0.levels[0], $0.phones.count) }
            try expectEqual(columns.map(\.0), ["12", nil, "34", nil], "first elements")
            try expectEqual(columns.map(\.1), [.high, nil, nil, .middle], "first cases")
            try expectEqual(columns.map(\.2), [2, 0, 1, 0], "numbers of elements")
            let longest = Branch.all.sorted { $0.phones.count.descending }.limit(2)
            try expectEqual(try context.fetch(longest).map(\.id), [1, 3], "the longest lists")
            let sizes = try context.grouped(Branch.all, by: { $0.phones.count }) { $0.count() }
            try expectEqual(sizes.map(\.values).sorted(), [1, 1, 2], "sizes of groups")
        },
    ]
}
