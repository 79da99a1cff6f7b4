import FoundationEssentials
import Granary
import GranaryConformance

/// Random expressions of every node, over names that need not exist: what their text must survive.
struct RandomTrees {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    static let names = [
        "a", "freight", "orderDate", "where", "in", "count", "first", "limit", "nil", "year", "query",
        "größe", "a b", "",
        "`", "\\", "x\u{301}", "$1", "…", "1a", "date",
    ]
    private static let texts = [
        "", "a", "Oslo \"x\"", "\\", "\n\r\t\0", "e\u{301}", "\u{301}", "\u{202E}", "\u{10FFFF}", "…", "`",
        "straße", "'",
    ]
    private static let integers: [Int64] = [.min, -1, 0, 1, 7, .max]
    private static let reals: [Double] = [
        -.infinity, .infinity, -0.0, 0, 0.1, -1.5, 1e300, .leastNonzeroMagnitude, 123_456_789,
        .greatestFiniteMagnitude, .nan,
    ]
    private static let dates: [Int64] = [
        .min, .max, 0, -1, 951_782_400_000_000, -62_135_596_800_000_000, 253_402_300_799_999_999, 1_000_001,
    ]

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }
    mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }
    mutating func pick<T: CaseIterable>(_ type: T.Type) -> T { pick(Array(type.allCases)) }
    mutating func some<T>(_ most: Int, _ make: (inout RandomTrees) -> T) -> [T] {
        (0..<below(most + 1)).map { _ in make(&self) }
    }

    private mutating func name() -> String { chance(3) ? pick(Self.names) : pick(["city", "freight", "id"]) }
    private mutating func path() -> [String] { chance(2) ? [] : some(2) { $0.name() } }

    mutating func value() -> Value {
        switch below(10) {
        case 0: .null
        case 1: .bool(chance(2))
        case 2: .integer(pick(Self.integers))
        case 3: .real(pick(Self.reals))
        case 4: .data(Data(some(3) { UInt8($0.below(256)) }))
        case 5: .date(pick(Self.dates))
        case 6: .uuid(UUID(uuidString: "0190A0A0-0000-7000-8000-00000000000\(below(10))") ?? UUID())
        case 7: .decimal(decimal())
        default: .text(pick(Self.texts))
        }
    }

    private mutating func decimal() -> Decimal {
        let number = Decimal(sign: chance(2) ? .minus : .plus, exponent: below(100) - 50, significand: 0)
        return chance(8)
            ? number
            : Decimal(sign: chance(2) ? .minus : .plus, exponent: below(200) - 100, significand: 12_345)
    }

    private mutating func key() -> [Value] { some(3) { $0.value() } }

    /// An expression with so many levels below it.
    mutating func tree(_ depth: Int) -> ExpressionTree {
        guard depth > 0 else {
            return chance(3) ? .literal(value()) : .attribute(path: path(), name: name())
        }
        func tree(_ trees: inout RandomTrees) -> ExpressionTree { trees.tree(depth - 1 - trees.below(2)) }
        switch below(20) {
        case 0: return .isEmpty(path: path())
        case 1: return .refers(path: path(), key: key())
        case 2: return .holdsKey(path: path(), keys: some(3) { ObjectKey($0.key()) ?? .integer(1) })
        case 3, 4: return .compare(pick(ExpressionTree.Comparison.self), tree(&self), tree(&self))
        case 5: return .and(tree(&self), tree(&self))
        case 6: return .or(tree(&self), tree(&self))
        case 7: return .not(tree(&self))
        case 8: return .isIn(tree(&self), some(4) { $0.value() })
        case 9:
            return .text(pick(ExpressionTree.TextComparison.self), tree(&self), tree(&self), options())
        case 10: return .matches(tree(&self), pattern(), options())
        case 11, 12: return .arithmetic(pick(ExpressionTree.Arithmetic.self), tree(&self), tree(&self))
        case 13: return .datePart(pick(ExpressionTree.DatePart.self), tree(&self))
        case 14, 15: return function(depth, tree)
        case 16:
            return .quantified(
                pick(ExpressionTree.Quantifier.self), path: path(), relationship: name(), tree(&self))
        case 17: return .countOf(path: path(), relationship: name(), chance(3) ? nil : tree(&self))
        case 18: return members(tree)
        default: return chance(3) ? .outer(name(), tree(&self)) : subquery(depth, tree)
        }
    }

    private mutating func options() -> TextOptions {
        pick([[], .caseInsensitive, [.caseInsensitive, .diacriticInsensitive]])
    }

    private mutating func pattern() -> TextPattern {
        TextPattern(some(4) { $0.pick([.anyOne, .anyRun, .literal($0.pick(Self.texts))]) })
    }

    private mutating func members(_ tree: (inout RandomTrees) -> ExpressionTree) -> ExpressionTree {
        var operands = [tree(&self), chance(2) ? .literal(.bool(true)) : tree(&self)]
        var function = pick([ExpressionTree.MemberFunction.sum, .average, .minimum, .maximum])
        if chance(2) {
            let directions = some(3) { $0.chance(2) }
            function = .first(descending: directions)
            for _ in directions { operands.append(tree(&self)) }
        }
        return .ofMembers(function, path: path(), relationship: name(), operands)
    }

    private mutating func column(_ tree: (inout RandomTrees) -> ExpressionTree) -> AggregateRequest.Column {
        let value = tree(&self)
        return pick([
            .count, .countOf(value), .countDistinct(value), .sum(value), .average(value), .minimum(value),
            .maximum(value),
            .calculated(
                .arithmetic(.divide, .aggregate(.sum(value)), .aggregate(pick([.count, .group(1)])))),
        ])
    }

    private mutating func subquery(_ depth: Int, _ tree: (inout RandomTrees) -> ExpressionTree)
        -> ExpressionTree
    {
        var query = Subquery(model: name(), .existence)
        if chance(2) { query.predicate = tree(&self) }
        query.sort = some(2) { SortTerm(tree(&$0), isDescending: $0.chance(2)) }
        if chance(3) { query.offset = below(9) }
        if chance(3) { query.limit = below(9) }
        if chance(4) { query.lifted = chance(2) ? .all : LiftedFilters(some(2) { $0.name() }) }
        switch below(4) {
        case 0:
            query.result = .values(tree(&self))
            return .subquery(query, tree(&self))
        case 1: query.result = .aggregate(column(tree))
        case 2: query.result = .objects
        default: break
        }
        return .subquery(query, nil)
    }

    private mutating func function(_ depth: Int, _ tree: (inout RandomTrees) -> ExpressionTree)
        -> ExpressionTree
    {
        let (first, second, third) = (tree(&self), tree(&self), tree(&self))
        let (rule, unit) = (pick(ExpressionTree.RoundingRule.self), pick(ExpressionTree.DateUnit.self))
        let form = pick(ExpressionTree.StructuredForm.self)
        let (names, offset) = (some(3) { $0.name() }, pick([0, 3_600, -60]))
        switch below(5) {
        case 0:
            let function: ExpressionTree.NumberFunction = pick([
                .absolute, .negated, .negated, .rounded(places: below(19), rule), .squareRoot, .real,
                .decimal(places: below(19), rule), .integer(rule), .elementary(.sine),
                .elementary(.naturalLogarithm),
            ])
            if chance(4) {
                return .function(.number(pick([.smaller, .larger, .elementary(.power)])), [first, second])
            }
            return .function(.number(function), [first])
        case 1:
            return pick([
                .function(.choice(.coalesce), [first, second]),
                .function(.choice(.coalesce), [first, second, third]),
                .function(.choice(.nilIf), [first, second]),
                .function(.choice(.choose), [first, second, third]),
                .function(.choice(.choose), [first, second, third, first, second]),
            ])
        case 2:
            return pick([
                .function(
                    .text(pick([.scalarCount, .byteCount, .uppercased, .lowercased, .trimmed, .written])),
                    [first]),
                .function(.text(.read(pick(AttributeType.self))), [first]),
                .function(.text(.part), [first, second]),
                .function(.text(.part), [first, second, third]),
                .function(.text(.position), [first, second]),
                .function(.text(.replacing), [first, second, third]),
                .function(.text(.joined), [first, second, third]),
                .function(.search(pick([.matches, .rank])), [first, second]),
                .function(.search(.highlighted), [first, second, third, first]),
            ])
        case 3:
            return pick([
                .function(.date(.plus(unit)), [first, second]),
                .function(.date(.difference(unit)), [first, second]),
                .function(.date(.beginning(unit, offset: offset)), [first]), .function(.date(.now), []),
                .function(.date(.part(pick(ExpressionTree.DatePart.self), offset: offset)), [first]),
            ])
        default:
            return pick([
                .function(.structure(.itself), []), .function(.structure(.part(names, form)), [first]),
                .function(.structure(.setting(names, form)), [first, second]),
                .function(.structure(.count), [first]),
                .function(.structure(.element(below(9) - 3)), [first]),
                .function(.structure(.contains(form)), [first, second]),
                .function(.structure(.quantified(pick(ExpressionTree.Quantifier.self))), [first, second]),
            ])
        }
    }
}

extension ExpressionTree {
    /// The same expression with its chains of `and` and of `or` arranged in one way, as text does not keep it.
    var withArrangedChains: ExpressionTree {
        switch self {
        case .and: .all(conjuncts.map(\.withArrangedChains)) ?? self
        case .or:
            disjuncts.dropFirst().reduce((disjuncts.first ?? self).withArrangedChains) {
                .either($0, $1.withArrangedChains)
            }
        case .aggregate(let column): .aggregate(column.mapped(\.withArrangedChains))
        default: mapped(members: \.withArrangedChains, operands: \.withArrangedChains)
        }
    }
}
