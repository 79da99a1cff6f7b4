import Granary

/// An object of one context is found in any other one, as that one sees it.
enum InstancePromises: PromiseList {
    static let category = ConformanceCategory.tasks

    /// A context of every kind.
    @MainActor private static func contexts(of stack: PersistentStack) throws -> [Context] {
        let main = try stack.mainContext
        return [
            main, main.makeChild(.child), try stack.editorContext(), try stack.importerContext(),
            try stack.temporaryContext(), try stack.makeContext(),
        ]
    }

    static let promises: [ConformancePromise] = [
        promise("An object of any kind of context is found in every other, with the values that it has there")
        {
            bench in
            try await bench.withLibrary { stack in
                let contexts = try contexts(of: stack)
                // Children first, so that none reads its parent's changes.
                for (position, context) in contexts.enumerated().reversed() {
                    try context.existing(Tag.self, "red").weight = 100 + position
                }
                for source in contexts {
                    let object = try source.existing(Tag.self, "red")
                    for (position, context) in contexts.enumerated() {
                        let found = try unwrap(try context.localInstance(of: object), "context \(position)")
                        try expect(
                            try found === context.existing(Tag.self, "red"), "a second object of one key")
                        try expectEqual(found.weight, 100 + position, "the weight in context \(position)")
                    }
                }
            }
        },
        promise("An object that one context has deleted is found in the others until they hear of it") {
            bench in
            try await bench.withLibrary { stack in
                for kind in 0..<2 {
                    let (main, other) = (try stack.mainContext, try stack.makeContext())
                    let word = kind == 0 ? "red" : "unused"
                    let (mine, theirs) = (
                        try main.existing(Tag.self, word), try other.existing(Tag.self, word)
                    )
                    try main.delete(mine)
                    try expect(try main.localInstance(of: theirs) == nil, "found where it is deleted")
                    try expect(try other.localInstance(of: mine) === theirs, "not found where it is not")
                    if kind == 0 {
                        main.rollback()
                        try expect(try main.localInstance(of: theirs) === mine, "not back")
                        continue
                    }
                    try main.save()
                    try other.refreshAll()
                    try expect(try other.localInstance(of: mine) == nil, "found after the refresh")
                }
            }
        },
        promise("An object of a unit of work that has ended is found by its identity alone") { bench in
            try await bench.saveLibrary()
            let id = try await bench.perform { context in
                let red = try context.existing(Tag.self, "red")
                red.weight = 5
                return red.objectID
            }
            try await MainActor.run {
                let main = try bench.stack.mainContext
                let red = try unwrap(try main.object(id), "red")
                try expectEqual(red.weight, -1, "the weight in the main context")
                try expect(try main.localInstance(of: red) === red, "another object of the same context")
            }
        },
    ]
}
