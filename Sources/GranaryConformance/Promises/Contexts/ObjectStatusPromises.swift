import Granary

/// The status that an object shows: its context, and what the next save does with it.
enum ObjectStatusPromises: PromiseList {
    static let category = ConformanceCategory.tasks

    static var promises: [ConformancePromise] { everywhere(statuses, in: [.united, .apart]) }

    /// Makes a promise about a stack that contains the library.
    private static func promise(
        _ name: String, _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in try await bench.withLibrary(body) }
    }

    /// The properties of an object's status that are true.
    private static func status(of object: some Model) -> [String] {
        [
            (object.isInserted, "inserted"), (object.isDeleted, "deleted"),
            (object.hasChanges, "changed"),
        ].filter(\.0).map(\.1)
    }

    private static let statuses: [ConformancePromise] = [
        promise("An object shows whether the next save inserts, changes or deletes it") { stack in
            let context = try stack.makeContext()
            let new = Tag(word: "new")
            try expectEqual(status(of: new), [], "the status before the insertion")
            try context.insert(new)
            try expectEqual(status(of: new), ["inserted", "changed"], "the status after the insertion")
            try context.save()
            try expectEqual(status(of: new), [], "the status after the save")
            new.weight = 7
            try expectEqual(status(of: new), ["changed"], "the status after a change")
            try context.delete(new)
            try expectEqual(status(of: new), ["deleted", "changed"], "the status after the deletion")
            context.rollback()
            let red = try context.existing(Tag.self, "red")
            try expectEqual(status(of: red), [], "the status of an object that was read")
            try context.delete(red)
            try context.save()
            try expectEqual(status(of: red), [], "the status after a saved deletion")
        },
        promise("An object shows the context that it is in") { stack in
            let (red, new) = (Tag(word: "red"), Tag(word: "new"))
            try expect(red.context == nil, "an object is in a context before its insertion")
            let context = try stack.makeContext()
            do {
                let child = context.makeChild()
                try child.insert(new)
                try expect(new.context === child, "a new object is not in the context of its insertion")
                try child.save()
                try expect(new.context === child, "a saved object has left its context")
                let read = try child.existing(Tag.self, "red")
                try expect(read.context === child, "an object is not in the context that has read it")
                let same = try unwrap(try context.localInstance(of: read), "red in the parent")
                try expect(same.context === context, "the parent's object is not in the parent")
                try child.delete(read)
                try expect(read.context === child, "an object leaves with its unsaved deletion")
                try child.save()
                try expect(read.context == nil, "an object is in a context after its saved deletion")
            }
            try expect(new.context == nil, "an object is in a context that is gone")
        },
    ]
}
