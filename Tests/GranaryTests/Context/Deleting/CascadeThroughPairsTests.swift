import Granary
import GranaryTestSupport
import Testing

/// A cascade along a many-to-many relationship deletes what is paired with the object at the save.
@Suite(.timeLimit(.minutes(1))) struct CascadeThroughPairsTests {
    private let stack: PersistentStack

    init() throws {
        stack = try startedStack(try Schema("Pairs", models: [Binder.self, Sheet.self]))
        let context = try stack.makeContext()
        let binders = [Binder(number: 1), Binder(number: 2)]
        for binder in binders { try context.insert(binder) }
        for number in 1...3 {
            let sheet = Sheet(number: number)
            try context.insert(sheet)
            binders[0].sheets.append(sheet)
        }
        try context.save()
    }

    private func others(_ change: (Binder, Binder, Sheet) throws -> Void, in context: any Context) throws {
        let binders = try [1, 2].map { try required(try context.object(Binder.self, $0)) }
        try change(binders[0], binders[1], try required(try context.object(Sheet.self, 2)))
    }

    private func stored() throws -> [Int] {
        try stack.makeContext().fetch(Sheet.all.sorted { $0.number.ascending }).map(\.number)
    }

    @Test(arguments: [MergePolicyName.error, .memoryWins, .storeWins]) func aSheetThatOthersHaveTakenOutStays(
        _ policy: MergePolicyName
    ) throws {
        let context = try stack.makeContext(ContextOptions().merging(policy.policy))
        let binder = try #require(try context.object(Binder.self, 1))
        #expect(binder.sheets.count == 3)
        let other = try stack.makeContext()
        try others({ $0.sheets.remove($2) }, in: other)
        try other.save()
        try context.delete(binder)
        try context.save()
        #expect(try stored() == [2])
        #expect(try context.object(Sheet.self, 2) != nil)
    }

    @Test func aSheetThatOthersHavePutInIsDeletedToo() throws {
        let context = try stack.makeContext(ContextOptions().merging(.memoryWins))
        let binder = try #require(try context.object(Binder.self, 1))
        #expect(binder.sheets.count == 3)
        let other = try stack.makeContext()
        let sheet = Sheet(number: 4)
        try other.insert(sheet)
        try #require(try other.object(Binder.self, 1)).sheets.append(sheet)
        try other.save()
        try context.delete(binder)
        try context.save()
        #expect(try stored() == [])
    }

    @Test func aSheetThatTheParentHasTakenOutStays() throws {
        let parent = try stack.makeContext()
        let child = parent.makeChild(.child)
        let binder = try #require(try child.object(Binder.self, 1))
        #expect(binder.sheets.count == 3)
        try others({ $0.sheets.remove($2) }, in: parent)
        try child.delete(binder)
        try child.save()
        try parent.save()
        #expect(try stored() == [2])
    }
}

/// Policies by name, as arguments of tests.
enum MergePolicyName: String, Sendable {
    case error, memoryWins, storeWins

    var policy: MergePolicy {
        switch self {
        case .error: .error
        case .memoryWins: .memoryWins
        case .storeWins: .storeWins
        }
    }
}

@Model private final class Binder {
    @Attribute(.primaryKey) var number: Int
    @Relationship(inverse: \Sheet.binders, onDelete: .cascade) var sheets: ToMany<Sheet>
}

@Model private final class Sheet {
    @Attribute(.primaryKey) var number: Int
    @Relationship var binders: ToMany<Binder>
}
