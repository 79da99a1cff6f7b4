import GranaryTestSupport
import Testing

@testable import Granary

/// Filters that ask for each other's members in a circle are found, however long the way.
@Suite struct ModelFilterTests {
    private func filtered<M: Model>(
        _ model: M.Type, _ tree: ExpressionTree? = nil, lifting lifted: LiftedFilters = .none
    ) throws -> ExpressionTree? {
        let schema = try Schema("Rings", models: [Ring.self, Spoke.self, Hub.self, Post.self])
        var request = FetchRequest(entity: try #require(schema.entity(of: M.self)))
        request.predicate = tree
        return try FilterScope(lifted, in: schema).filtered(request).predicate
    }

    @Test func aFilterThatAsksForItselfIsRefused() throws {
        let error = #expect(throws: GranaryError.self) { try filtered(Ring.self) }
        #expect(error?.message.contains("Ring → Ring") == true)
    }

    @Test func twoFiltersThatAskForEachOtherAreRefused() throws {
        let error = #expect(throws: GranaryError.self) { try filtered(Spoke.self) }
        #expect(error?.message.contains("Spoke → Post → Spoke") == true)
        expectError(.query) { try filtered(Hub.self, Hub.where { $0.posts.any { $0.id > 0 } }.predicate) }
    }

    @Test func aLiftedFilterIsInNoCircle() throws {
        #expect(try filtered(Ring.self, lifting: .all) == nil)
        #expect(try filtered(Ring.self, lifting: LiftedFilters(["ring"])) == nil)
        let rest = try filtered(Spoke.self, lifting: LiftedFilters(["post"]))
        #expect(rest == Spoke.filters[0].condition.tree)
    }

    @Test func theFilterComesBeforeTheCondition() throws {
        let condition = ExpressionTree.compare(
            .greater, .attribute(path: [], name: "id"), .literal(.integer(3)))
        let filter = Post.filters[0].condition.tree
        #expect(
            try filtered(Post.self, condition, lifting: LiftedFilters(["spoke"])) == .and(filter, condition))
    }
}

@Model private final class Ring {
    var id: Int
    @Relationship var next: Ring?
    @Relationship(inverse: \Ring.next) var previous: ToMany<Ring>
}

extension Ring: FilteredModel {
    fileprivate static var filters: [ModelFilter<Ring>] {
        [ModelFilter("ring") { $0.next.previous.any { $0.id > 0 } }]
    }
}

@Model private final class Hub {
    var id: Int
    @Relationship(inverse: \Spoke.hub) var spokes: ToMany<Spoke>
    @Relationship(inverse: \Post.hub) var posts: ToMany<Post>
}

@Model private final class Spoke {
    var id: Int
    @Relationship var hub: Hub?
}

extension Spoke: FilteredModel {
    fileprivate static var filters: [ModelFilter<Spoke>] {
        [ModelFilter("spoke") { $0.hub.posts.any { $0.id > 0 } }]
    }
}

@Model private final class Post {
    var id: Int
    @Relationship var hub: Hub?
}

extension Post: FilteredModel {
    fileprivate static var filters: [ModelFilter<Post>] {
        [ModelFilter("post") { $0.hub.spokes.count > 0 }]
    }
}
