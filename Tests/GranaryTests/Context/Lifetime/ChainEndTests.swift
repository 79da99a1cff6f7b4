import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

@Model private final class Bead {
    var id: Int
    @Relationship var next: Bead?
    @Relationship(inverse: \Bead.next) var before: ToMany<Bead>
}

/// Long chains of objects end one after the other, whatever lets go of them: on a stack of constant depth.
@Suite(.timeLimit(.minutes(5))) struct ChainEndTests {
    /// More ends inside each other than a stack has room for.
    private let length = 40_000

    private func beadStack() throws -> PersistentStack {
        try startedStack(of: [Bead.self])
    }

    private enum Way: CaseIterable {
        case references, lists, both
    }

    /// The first object of a chain, which leads to all others.
    private func chain(_ way: Way) -> Bead {
        var first = Bead(id: 1)
        for id in 2...length {
            let bead = Bead(id: id)
            switch way {
            case .references: bead.next = first
            case .lists: bead.before.append(first)
            case .both: if id.isMultiple(of: 2) { bead.next = first } else { bead.before.append(first) }
            }
            first = bead
        }
        return first
    }

    @Test(arguments: Way.allCases) private func aChainOutsideContextsEnds(_ way: Way) {
        weak var last: Bead?
        do {
            let first = chain(way)
            last = first
            #expect(last != nil)
        }
        #expect(last == nil)
    }

    @Test(arguments: Way.allCases) private func aChainThatIsRolledBackEnds(_ way: Way) throws {
        let context = try beadStack().makeContext()
        weak var last: Bead?
        do {
            let first = chain(way)
            last = first
            try context.insert(first)
            context.rollback()
            #expect(first._objectState.phase == .detached)
        }
        #expect(last == nil)
    }

    @Test(arguments: Way.allCases) private func aChainWhoseUnitOfWorkFailsEnds(_ way: Way) async throws {
        struct Failure: Error {}
        let stack = try beadStack()
        await #expect(throws: Failure.self) {
            try await stack.perform { context in
                try context.insert(chain(way))
                throw Failure()
            }
        }
        #expect(try await stack.perform { try $0.count(Bead.all) } == 0)
    }

    @Test func aStoredChainEndsWithItsContext() async throws {
        let stack = try beadStack()
        try await stack.perform { context in
            try context.insert(chain(.references))
            try context.save()
        }
        weak var last: Bead?
        do {
            let context = try stack.makeContext()
            let beads = try context.fetch(Bead.all.prefetching { $0.before })
            for bead in beads { #expect(bead.before.count <= 1) }
            last = beads.last
            context.reset()
        }
        #expect(last == nil)
    }
}
