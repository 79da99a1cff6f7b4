import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// The end of an object may set off anything in its context.
@Suite(.timeLimit(.minutes(1))) struct ObjectEndTests {
    private func watchStack() throws -> PersistentStack {
        try startedStack(of: [Watch.self])
    }

    @Test func aListOfChangesIsInOrderWhenANewObjectEnds() throws {
        let context = try watchStack().makeContext()
        var seen: [Bool] = []
        for id in 1...100 {
            let watch = Watch(id: id)
            watch.atEnd = { [unowned context] in seen.append(context.hasChanges) }
            try context.insert(watch)
            try context.delete(watch)
        }
        #expect(!context.hasChanges)
        #expect(seen == Array(repeating: false, count: 100))
    }

    @Test func aSweptMapIsInOrderWhenItsObjectsEnd() throws {
        let stack = try watchStack()
        let context = try stack.makeContext()
        for id in 1...1_500 { try context.insert(Watch(id: id)) }
        try context.save()
        var made = 10_000
        for watch in try context.fetch(Watch.all) {
            watch.atEnd = { [unowned context] in
                made += 1
                try? context.insert(Watch(id: made))
            }
        }
        // Another look sweeps; each object that ends brings a new one.
        _ = try context.fetch(Watch.where { $0.id == 1 })
        let before = made
        #expect(before > 10_000)
        for id in 1...1_500 {
            #expect(try context.object(Watch.self, id)?.id == id)
        }
        for id in 10_001...before { #expect(try context.object(Watch.self, id)?.id == id) }
    }
}
