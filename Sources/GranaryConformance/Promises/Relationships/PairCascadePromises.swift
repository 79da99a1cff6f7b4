import Granary

/// A cascade along a many-to-many relationship deletes the objects paired with the deleted one at the save, and every
/// pair of theirs.
enum PairCascadePromises: PromiseList {
    static let category = ConformanceCategory.relationships

    static let promises: [ConformancePromise] = [
        cascade("A cascade through pairs leaves none of them for objects that take the keys") { stack in
            try await save(stack) { try $0.delete(try $0.existing(Binder.self, 1)) }
            try await save(stack) { context in
                try context.insert(Binder(number: 1))
                for number in 1...3 { try context.insert(Sheet(number: number)) }
            }
            try await stack.perform { context in
                try expectEqual(try context.existing(Binder.self, 1).sheets.count, 0, "sheets of the new one")
                try expectEqual(try context.existing(Sheet.self, 1).binders.count, 0, "binders of a sheet")
            }
        },
        cascade("A cascade through pairs that is undone, before or after its save, leaves them as they were")
        {
            stack in
            let context = try stack.makeContext()
            context.history.levels = 5
            for isSaved in [false, true] {
                try context.delete(try context.existing(Binder.self, 1))
                if isSaved { try context.save() }
                try context.history.undo()
                try context.save()
                try await stack.perform { context in
                    try expectEqual(numbers(try context.existing(Binder.self, 1)), [1, 2, 3], "sheets")
                    try expectEqual(
                        try context.existing(Sheet.self, 2).binders.count, 1, "binders of a sheet")
                }
            }
            try context.delete(try context.existing(Binder.self, 1))
            context.rollback()
            try context.existing(Binder.self, 2).sheets.append(try context.existing(Sheet.self, 3))
            try context.save()
            try await stack.perform { context in
                try expectEqual(numbers(try context.existing(Binder.self, 1)), [1, 2, 3], "sheets at last")
            }
        },
        cascade("A cascade through pairs spares what others have taken out") { stack in
            for (number, policy) in [MergePolicy.error, .memoryWins, .storeWins].enumerated() {
                let context = try stack.makeContext(ContextOptions().merging(policy))
                let binder = try context.existing(Binder.self, 1)
                try expectEqual(numbers(binder), [1, 2, 3], "sheets")
                try await save(stack) { context in
                    try context.existing(Binder.self, 1).sheets.remove(try context.existing(Sheet.self, 2))
                }
                try context.delete(binder)
                try context.save()
                try expectEqual(try await stored(stack), [2], "sheets with policy \(number)")
                try expect(try context.object(Sheet.self, 2) != nil, "the sheet has left the context")
                try await save(stack) { _ = try $0.deleteAll(Sheet.all) }
                try await save(stack, fill)
            }
        },
        cascade("A cascade through pairs reaches what others have put in") { stack in
            let context = try stack.makeContext(ContextOptions().merging(.memoryWins))
            let binder = try context.existing(Binder.self, 1)
            try expectEqual(numbers(binder), [1, 2, 3], "sheets")
            try await save(stack) { context in
                let sheet = Sheet(number: 4)
                try context.insert(sheet)
                try context.existing(Binder.self, 1).sheets.append(sheet)
            }
            try context.delete(binder)
            try context.save()
            try expectEqual(try await stored(stack), [], "sheets")
        },
        cascade("A cascade through pairs reaches what was put in without a save, whatever others save") {
            stack in
            let context = try stack.makeContext()
            let binder = try context.existing(Binder.self, 2)
            binder.sheets.append(try context.existing(Sheet.self, 3))
            try await save(stack) { try $0.insert(Sheet(number: 9)) }
            try context.delete(binder)
            try context.save()
            try expectEqual(try await stored(stack), [1, 2, 9], "sheets")
        },
        cascade("A cascade through pairs in a child spares what its parent has taken out") { stack in
            let parent = try stack.makeContext()
            let child = parent.makeChild(.child)
            let binder = try child.existing(Binder.self, 1)
            try expectEqual(numbers(binder), [1, 2, 3], "sheets")
            try parent.existing(Binder.self, 1).sheets.remove(try parent.existing(Sheet.self, 2))
            try child.delete(binder)
            try child.save()
            try parent.save()
            try expectEqual(try await stored(stack), [2], "sheets")
        },
    ]

    /// A promise over a binder with three sheets and an empty one.
    private static func cascade(
        _ name: String, _ body: @escaping @Sendable (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name, .united) { bench in
            let schema = try Schema("Binders", configurations: ["All": [Binder.self, Sheet.self]])
            let stack = try bench.stack(of: [bench.configuration("All", at: "binders")], schema: schema)
            try await bench.withStack(stack) { stack in
                try await save(stack) { try $0.insert(Binder(number: 2)) }
                try await save(stack, fill)
                try await body(stack)
            }
        }
    }

    @Sendable private static func fill(_ context: Context) throws {
        let binder = Binder(number: 1)
        try context.insert(binder)
        for number in 1...3 { binder.sheets.append(Sheet(number: number)) }
    }

    private static func save(
        _ stack: PersistentStack, _ body: @escaping @Sendable (Context) throws -> Void
    ) async throws {
        try await stack.perform { context in
            try body(context)
            try context.save()
        }
    }

    private static func numbers(_ binder: Binder) -> [Int] { binder.sheets.map(\.number).sorted() }

    private static func stored(_ stack: PersistentStack) async throws -> [Int] {
        try await stack.perform { try $0.fetch(Sheet.all.sorted { $0.number.ascending }).map(\.number) }
    }
}

/// Deletes its sheets, which may be in other binders too.
@Model private final class Binder {
    @Attribute(.primaryKey) var number: Int
    @Relationship(inverse: \Sheet.binders, onDelete: .cascade) var sheets: ToMany<Sheet>
}

/// Is in many binders.
@Model private final class Sheet {
    @Attribute(.primaryKey) var number: Int
    @Relationship var binders: ToMany<Binder>
}
