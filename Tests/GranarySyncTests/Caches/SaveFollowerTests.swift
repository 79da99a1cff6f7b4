import Granary
import GranaryMemory
import GranaryTestSupport
import Testing

@testable import GranarySyncTesting

/// Followers learn of a save before it returns.
@Suite(.timeLimit(.minutes(1))) struct SaveFollowerTests {
    private func insert(in stack: PersistentStack) throws {
        let context = try stack.makeContext()
        try context.insert(Draft("new"))
        try context.save()
    }

    @Test func followersAreToldBeforeASaveReturns() throws {
        let stack = try startedStack(try Schema("Drafts", models: [Draft.self]), on: .memory)
        let (broadcaster, entities) = (stack.broadcaster, Set(stack.schema.entities.indices))
        let (observer, follower, reader) = (NoticeRecorder(), NoticeRecorder(), NoticeRecorder())
        broadcaster.observers.register(observer, of: entities)
        broadcaster.followers.register(follower, of: entities)
        // An earlier commit is under way, so observers have to wait for it.
        let store = try stack.coordinator().members.map(\.store)
        let early = broadcaster.beginCommit { store }
        try insert(in: stack)
        #expect(observer.notices.isEmpty && follower.notices.count == 1)
        // Nobody has asked for values but observers.
        broadcaster.observers.remove(ObjectIdentifier(observer))
        #expect(broadcaster.observedEntities == nil)
        broadcaster.valueFollowers.register(reader, of: entities)
        #expect(broadcaster.observedEntities == entities)
        try insert(in: stack)
        #expect(follower.notices.count == 2 && reader.notices.count == 1)
        guard case .known(let changes) = reader.notices.first?.parts.first?.rows else {
            Issue.record("The values are not known.")
            return
        }
        #expect(changes.count == 1)
        broadcaster.endCommit(early)
        for one in [follower, reader] {
            broadcaster.followers.remove(ObjectIdentifier(one))
            broadcaster.valueFollowers.remove(ObjectIdentifier(one))
        }
        #expect(broadcaster.observedEntities == nil)
    }
}
