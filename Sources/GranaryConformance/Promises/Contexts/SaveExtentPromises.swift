import Granary

/// A save reaches its requested extent: into the parent, or through every parent to the stores.
enum SaveExtentPromises: PromiseList {
    static let category = ConformanceCategory.unitOfWork
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(extents, in: [.united, .apart]) }

    /// Makes a promise about a context of a stack that contains the library.
    private static func promise(
        _ name: String, _ body: @escaping @Sendable (Context, PersistentStack) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in try body(context, bench.stack) }
        }
    }

    private static let extents: [ConformancePromise] = [
        promise("An editor can save into its parent alone") { parent, stack in
            let editor = parent.makeChild(.editor)
            try editor.existing(Tag.self, "red").weight = 5
            try editor.save(upTo: .parent)
            try expect(!editor.hasChanges && parent.hasChanges, "the changes are elsewhere")
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
            try editor.save()
            try expect(!parent.hasChanges, "changes are left")
            try expectEqual(try stack.weight("red"), 5, "the final stored weight")
        },
        promise("A save over three levels reaches the stores, with what the levels between had unsaved") {
            root, stack in
            let middle = root.makeChild(.child)
            let child = middle.makeChild(.child)
            try root.existing(Tag.self, "green").weight = 5
            try middle.existing(Tag.self, "blue").weight = 6
            try child.existing(Tag.self, "red").weight = 7
            try child.existing(Book.self, 1).author = try child.existing(Author.self, 3)
            try child.save(upTo: .stores)
            try expect(!root.hasChanges && !middle.hasChanges && !child.hasChanges, "changes are left")
            try expectEqual(
                try ["green", "blue", "red"].map { try stack.weight($0) }, [5, 6, 7], "stored weights")
            let reader = try stack.makeContext()
            try expectEqual(try reader.existing(Book.self, 1).author?.id, 3, "the stored author")
        },
        promise("A save over three levels without changes of its own saves those of the others") {
            root, stack in
            let middle = root.makeChild(.child)
            let child = middle.makeChild(.child)
            try root.existing(Tag.self, "green").weight = 5
            try middle.existing(Tag.self, "blue").weight = 6
            try child.save(upTo: .stores)
            try expect(!root.hasChanges && !middle.hasChanges, "changes are left")
            try expectEqual(try ["green", "blue"].map { try stack.weight($0) }, [5, 6], "stored weights")
        },
        promise("A save to the stores saves the parent when the child's changes are given up") {
            root, stack in
            let child = root.makeChild(.child.merging(.storeWins))
            try child.existing(Tag.self, "red").weight = 7
            try root.existing(Tag.self, "red").weight = 8
            try root.existing(Tag.self, "blue").weight = 6
            try child.save(upTo: .stores)
            try expect(!root.hasChanges && !child.hasChanges, "changes are left")
            try expectEqual(try ["red", "blue"].map { try stack.weight($0) }, [8, 6], "stored weights")
        },
        promise("A save over three levels that a store refuses leaves every level as it was") { root, stack in
            let middle = root.makeChild(.child)
            let child = middle.makeChild(.child)
            let (shown, between) = (try root.existing(Tag.self, "red"), try middle.existing(Tag.self, "red"))
            try middle.existing(Tag.self, "blue").weight = 6
            try child.existing(Tag.self, "red").weight = 7
            let seats = (1...2).map { Seat(id: $0, label: "same") }
            for seat in seats { try child.insert(seat) }
            for _ in 0..<2 {
                try expectError(.constraint, "the save") { try child.save(upTo: .stores) }
                try expectEqual([shown.weight, between.weight], [-1, -1], "weights above")
                try expect(!root.hasChanges && middle.hasChanges && child.hasChanges, "changes have moved")
                try expectEqual(try middle.count(Seat.all), 0, "seats in the middle")
            }
            seats[1].label = "another"
            try child.save(upTo: .stores)
            try expect(!root.hasChanges && !middle.hasChanges && !child.hasChanges, "changes are left")
            try expectEqual(try ["red", "blue"].map { try stack.weight($0) }, [7, 6], "stored weights")
        },
        promise("Without a parent both extents go to the stores") { context, stack in
            try context.existing(Tag.self, "red").weight = 5
            try context.save(upTo: .parent)
            try expectEqual(try stack.weight("red"), 5, "the stored weight")
            try context.existing(Tag.self, "red").weight = 6
            try context.save(upTo: .stores)
            try expectEqual(try stack.weight("red"), 6, "the final stored weight")
        },
    ]
}
