import Granary
import GranaryConformance
import GranaryTestSupport

/// Random requests about the models of ``Fixture``; indexes can serve many of them.
struct RandomRequests {
    var random: SeededGenerator

    mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }
    mutating func small(_ limit: Int64) -> Int64 { Int64.random(in: 0..<limit, using: &random) }

    /// A value that a property of a player may have; sometimes nil.
    mutating func value(of name: String) -> Value {
        switch name {
        case "id": return .integer(small(25))
        case "name": return .text(pick(["", "a", "ab", "abc", "b", "é", "e\u{301}"]))
        case "email": return chance(3) ? .null : .text("mail\(small(40))")
        case "number", "score": return chance(4) ? .null : .integer(small(6))
        case "rating": return chance(4) ? .null : .real(pick([-1.5, 0, 0.1, 2, .infinity]))
        case "price": return chance(4) ? .null : .decimal(decimal(pick(["-1.5", "0", "0.1", "1", "1e30"])))
        case "active": return chance(3) ? .null : .bool(chance(2))
        case "born": return chance(4) ? .null : .date(small(4) * 86_400_000_000)
        case "team", "mentor", "winner": return chance(3) ? .null : .integer(small(name == "team" ? 4 : 25))
        default: return .null
        }
    }

    static let attributes = ["id", "name", "email", "number", "score", "rating", "price", "active", "born"]

    private mutating func test() -> ExpressionTree {
        let name = pick(Self.attributes)
        let attribute = ExpressionTree.own(name)
        switch Int.random(in: 0..<14, using: &random) {
        case 0..<5:
            let comparison = pick(ExpressionTree.Comparison.allCases)
            let literal = ExpressionTree.literal(value(of: name))
            return chance(4)
                ? .compare(comparison, literal, attribute) : .compare(comparison, attribute, literal)
        case 5, 6: return .isIn(attribute, (0..<Int(small(5))).map { _ in value(of: name) })
        case 7: return .text(.hasPrefix, .own("name"), .literal(value(of: "name")), [])
        case 8: return chance(2) ? .own("active") : .not(.own("active"))
        case 9: return .refers(path: [pick(["team", "mentor"])], key: [.integer(small(6))])
        case 10: return .isEmpty(path: [pick(["team", "mentor"])])
        case 11:
            return .holdsKey(path: chance(2) ? [] : ["team"], keys: (0..<3).map { _ in .integer(small(6)) })
        case 12: return relational()
        default: return arithmetic()
        }
    }

    private mutating func relational() -> ExpressionTree {
        switch small(4) {
        case 0:
            .compare(
                pick([.equal, .notEqual, .less]), .attribute(path: ["team"], name: "name"),
                .literal(.text("t1")))
        case 1:
            .quantified(
                pick(ExpressionTree.Quantifier.allCases), path: [], relationship: "tags",
                .compare(.greater, .own("size"), .literal(.integer(1))))
        case 2:
            .compare(
                .greater, .countOf(path: ["team"], relationship: "members", nil), .literal(.integer(small(5)))
            )
        default: .compare(.equal, .attribute(path: ["mentor"], name: "score"), .own("score"))
        }
    }

    private mutating func arithmetic() -> ExpressionTree {
        .compare(
            .greater, .arithmetic(pick([.add, .divide, .remainder]), .literal(.integer(12)), .own("score")),
            .literal(.integer(3)))
    }

    mutating func condition(_ depth: Int) -> ExpressionTree {
        if depth == 0 { return test() }
        switch small(6) {
        case 0, 1, 2: return .and(condition(depth - 1), condition(depth - 1))
        case 3: return .or(condition(depth - 1), condition(depth - 1))
        case 4: return .not(condition(depth - 1))
        default: return test()
        }
    }

    private mutating func sort() -> [SortTerm] {
        let isDescending = chance(2)
        return (0..<Int(small(3))).map { _ in
            let tree: ExpressionTree =
                chance(6) ? .attribute(path: ["team"], name: "name") : .own(pick(Self.attributes))
            return SortTerm(tree, isDescending: chance(4) ? !isDescending : isDescending)
        }
    }

    mutating func request(_ desk: (String) throws -> Entity) throws -> FetchRequest {
        var request = FetchRequest(entity: try desk("Player"))
        if !chance(5) { request.predicate = condition(Int(small(3))) }
        request.sort = sort()
        if chance(3) { request.offset = Int(small(5)) }
        if chance(3) { request.limit = Int(small(8)) }
        switch small(8) {
        case 0: request.selection = .keys((0..<Int(small(6))).map { _ in .integer(small(25)) })
        case 1:
            request.selection = .referring(
                relationship: pick(["team", "mentor"]),
                to: (0..<Int(small(4))).map { _ in .integer(small(8)) })
        default: break
        }
        return request
    }

    mutating func aggregate(_ rows: FetchRequest) -> AggregateRequest {
        var request = AggregateRequest(rows: rows)
        request.groups = (0..<Int(small(3))).map { _ in .own(pick(Self.attributes)) }
        request.columns = request.groups.indices.map { .group($0) }
        request.columns += [
            .count, .countDistinct(.own("name")), .sum(.own("score")), .average(.own("rating")),
            .maximum(.own("price")),
        ]
        if chance(2) {
            request.order = [.init(column: Int(small(Int64(request.columns.count))), isDescending: chance(2))]
        }
        if chance(3) { request.limit = Int(small(4)) }
        return request
    }
}
