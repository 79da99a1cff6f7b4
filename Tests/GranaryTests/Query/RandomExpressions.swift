import Granary
import GranaryConformance

/// Random expressions over the players of an ``EvaluationWorld``, each of the kind asked for.
struct RandomExpressions {
    var random: SeededGenerator

    static let texts = [
        "", "a", "A", "ab", "ba", "aba", "b%", "_", "é", "e\u{301}", "\u{10000}", "straße", "ab, BA\na",
        "e\u{301}b-Ab 1",
    ]
    static let integers: [Int64] = [.min, -7, -1, 0, 1, 2, 3, 100, .max]
    static let reals: [Double] = [-.infinity, -1e300, -1.5, 0, 0.1, 2, 1e300, .infinity]
    static let dates: [Int64] = [-11_000_000_000_000_000, -1, 0, 951_782_400_000_000, 1_359_676_799_999_999]

    static let structures = [
        "{}", #"{"n":1}"#, #"{"in":{"n":2},"list":[]}"#, #"{"in":null,"list":[2],"n":null}"#,
        #"{"in":{},"list":[1,null,3]}"#, #"{"in":3,"list":[1,2]}"#, #"{"list":5,"n":"a"}"#, "[1]",
    ]
    private static let list = ExpressionTree.part(["list"], .structure, of: "extra")

    mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }

    mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

    mutating func text(_ depth: Int) -> ExpressionTree {
        if depth > 0, chance(4) {
            let (first, second) = (text(depth - 1), text(depth - 1))
            return pick([
                .function(.text(.joined), [first, second]),
                .function(.text(.part), [first, integer(0)]),
                .function(.text(.part), [first, .literal(.integer(pick([-1, 0, 1, 2]))), integer(0)]),
                .function(.choice(.coalesce), [first, second]),
            ])
        }
        if depth > 0, chance(6) { return ofTags(pick([.minimum, .maximum]), "label") }
        if depth > 0, chance(8) {
            return .function(
                .search(.highlighted), [text(depth - 1), .text(search(2)), .text("["), .text("]")])
        }
        return pick(["name", "nick", "team.name", .null, .text(pick(Self.texts)), .text(pick(Self.texts))])
    }

    mutating func integer(_ depth: Int) -> ExpressionTree {
        if depth > 0, chance(4) {
            return chance(2)
                ? number(integer(depth - 1), integer(depth - 1))
                : choice(integer(depth - 1), integer(depth - 1), depth - 1)
        }
        if depth > 0, chance(3) {
            return .arithmetic(
                pick(ExpressionTree.Arithmetic.allCases), integer(depth - 1), integer(depth - 1))
        }
        if depth > 0, chance(8) {
            return pick([
                .part(["n"], .integer, of: "extra"), .part(["in", "n"], .integer, of: "extra"),
                .function(.structure(.count), [Self.list]),
            ])
        }
        if depth > 0, chance(5) {
            let first = text(depth - 1)
            return pick([
                .function(.text(.scalarCount), [first]), .function(.text(.byteCount), [first]),
                .function(.text(.position), [first, text(depth - 1)]),
            ])
        }
        if depth > 0, chance(6) {
            let unit = pick([ExpressionTree.DateUnit.second, .minute, .hour, .day, .week])
            let born: ExpressionTree =
                chance(2) ? "born" : .function(.date(.beginning(unit, offset: pick([0, 3_600]))), ["born"])
            return pick([
                .function(.date(.difference(unit)), [born, .literal(.date(pick(Self.dates)))]),
                .function(
                    .date(.part(pick(ExpressionTree.DatePart.allCases), offset: pick([0, 7_200, -60]))),
                    [born]),
            ])
        }
        if depth > 0, chance(4) { return .datePart(pick(ExpressionTree.DatePart.allCases), "born") }
        if depth > 0, chance(5) { return .countOf(path: [], relationship: "tags", chance(2) ? nil : size()) }
        if depth > 0, chance(4) { return ofTags(pick([.sum, .minimum, .maximum]), "size") }
        return pick(["score", "bonus", "team.id", .null, .literal(.integer(pick(Self.integers)))])
    }

    /// A value of the tags, perhaps of the first of them.
    private mutating func ofTags(_ function: ExpressionTree.MemberFunction, _ own: ExpressionTree)
        -> ExpressionTree
    {
        let outer = ExpressionTree.outer("Player", pick(["score", "bonus", "team.id"]))
        let isNumber = own == "size" && chance(3)
        let value = isNumber ? .function(.number(pick([.smaller, .larger])), [own, outer]) : own
        let condition = chance(2) ? true : size()
        if chance(2) {
            return .ofMembers(function, path: [], relationship: "tags", [value, condition])
        }
        let terms: [ExpressionTree] = chance(3) ? [] : [.datePart(.day, .null), "size"]
        return .ofMembers(
            .first(descending: terms.map { _ in chance(2) }), path: [], relationship: "tags",
            [value, condition] + terms)
    }

    /// A function of one or two numbers of one kind.
    private mutating func number(_ first: ExpressionTree, _ second: ExpressionTree) -> ExpressionTree {
        let rule = pick(ExpressionTree.RoundingRule.allCases)
        return pick([
            .function(.number(.absolute), [first]), .function(.number(.negated), [first]),
            .function(.number(.rounded(places: 0, rule)), [first]),
            .function(.number(.smaller), [first, second]), .function(.number(.larger), [first, second]),
        ])
    }

    private mutating func choice(_ first: ExpressionTree, _ second: ExpressionTree, _ depth: Int)
        -> ExpressionTree
    {
        let condition = condition(min(depth, 1))
        return pick([
            .function(.choice(.coalesce), [first, second]), .function(.choice(.nilIf), [first, second]),
            .function(.choice(.choose), [condition, first, second]),
        ])
    }

    mutating func real(_ depth: Int) -> ExpressionTree {
        if depth > 0, chance(4) {
            return chance(2)
                ? number(real(depth - 1), real(depth - 1))
                : choice(real(depth - 1), real(depth - 1), depth - 1)
        }
        if depth > 0, chance(5) {
            return .ofMembers(.average, path: [], relationship: "tags", ["size", true])
        }
        if depth > 0, chance(3) {
            let operation = pick(ExpressionTree.Arithmetic.allCases.filter { $0 != .remainder })
            return .arithmetic(operation, real(depth - 1), real(depth - 1))
        }
        if depth > 0, chance(6) {
            return .function(.search(.rank), [text(depth - 1), .text(search(2))])
        }
        return pick(["rating", "weight", .real(pick(Self.reals)), .literal(.null)])
    }

    /// A condition on tags: on their size, or on their players.
    private mutating func size() -> ExpressionTree {
        if chance(4) { return players() }
        let size: ExpressionTree = pick([
            .literal(.integer(pick([0, 1, 5, 10]))), .literal(.integer(pick([0, 1, 5, 10]))),
            .outer("Player", pick(["score", "bonus", "team.id"])),
        ])
        return .compare(pick(ExpressionTree.Comparison.allCases), "size", size)
    }

    /// A condition on the players of a tag, which names the tag or the player around it.
    private mutating func players() -> ExpressionTree {
        let around: ExpressionTree = pick([
            .outer("Tag", "size"), .outer("Player", pick(["score", "bonus", "id", "team.id"])),
            .outer("Player", .countOf(path: [], relationship: "tags", nil)),
        ])
        let compared = ExpressionTree.compare(
            pick(ExpressionTree.Comparison.allCases), pick(["score", "bonus", "id"]), around)
        if chance(2) {
            return .quantified(
                pick(ExpressionTree.Quantifier.allCases), path: [], relationship: "players", compared)
        }
        return .compare(
            pick([.greater, .equal]), .countOf(path: [], relationship: "players", compared),
            .literal(.integer(pick([0, 1, 5]))))
    }

    mutating func condition(_ depth: Int) -> ExpressionTree {
        if depth > 0, chance(2) { return combination(depth - 1) }
        let comparison = pick(ExpressionTree.Comparison.allCases)
        switch Int.random(in: 0..<11, using: &random) {
        case 10: return .function(.search(.matches), [text(depth), .text(search(3))])
        case 0: return .compare(comparison, text(depth), text(depth))
        case 1: return .compare(comparison, integer(depth), integer(depth))
        case 2: return .compare(comparison, real(depth), chance(3) ? integer(0) : real(depth))
        case 3:
            return .isIn(
                integer(depth), (0..<3).map { _ in chance(3) ? .null : .integer(pick(Self.integers)) })
        case 4: return .text(pick(ExpressionTree.TextComparison.allCases), text(depth), text(depth), [])
        case 5: return .matches(text(depth), pattern(), [])
        case 6:
            return .quantified(
                pick(ExpressionTree.Quantifier.allCases), path: [], relationship: "tags", size())
        case 7: return chance(2) ? .isEmpty(path: ["team"]) : .refers(path: ["team"], key: [.integer(1)])
        case 8: return .compare(comparison, "born", .literal(.date(pick(Self.dates))))
        default: return chance(2) ? elements() : pick(["active", .null, true, false])
        }
    }

    /// A condition on the elements of a list.
    private mutating func elements() -> ExpressionTree {
        if chance(2) {
            return .function(
                .structure(.contains(.integer)), [Self.list, chance(4) ? .null : .literal(.integer(2))])
        }
        let element = ExpressionTree.part([], .integer, of: .function(.structure(.itself), []))
        return .function(
            .structure(.quantified(pick(ExpressionTree.Quantifier.allCases))),
            [Self.list, .compare(pick([.less, .notEqual]), element, .literal(.integer(pick([1, 2, 3]))))])
    }

    private mutating func combination(_ depth: Int) -> ExpressionTree {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .and(condition(depth), condition(depth))
        case 1: .or(condition(depth), condition(depth))
        default: .not(condition(depth))
        }
    }

    /// A search for words of the texts.
    mutating func search(_ depth: Int) -> String {
        if depth > 0, chance(2) {
            let (left, right) = (search(depth - 1), search(depth - 1))
            return pick([
                "\(left) \(right)", "\(left) AND \(right)", "\(left) OR \(right)", "NOT \(left)", "(\(left))",
            ])
        }
        let words = ["a", "A", "ab", "ba", "E", "eb", "\u{E9}b", "STRASSE", "stra", "\u{10000}", "1", "x"]
        if chance(3) {
            let phrase = (0...Int.random(in: 0...2, using: &random)).map { _ in pick(words) }
            return "\"\(phrase.joined(separator: " "))\"\(chance(3) ? "*" : "")"
        }
        return pick([pick(words), pick(words), "\(pick(words))*", "\(pick(words))-\(pick(words))"])
    }

    mutating func pattern() -> TextPattern {
        TextPattern(
            (0..<Int.random(in: 0...4, using: &random)).map { _ in
                pick([.anyRun, .anyOne, .literal(pick(Self.texts))])
            })
    }

    /// The values of a random player.
    mutating func player(_ id: Int64) -> [String: Value] {
        var named: [String: Value] = ["id": .integer(id)]
        for name in ["name", "nick"] where !chance(4) { named[name] = .text(pick(Self.texts)) }
        for name in ["score", "bonus"] where !chance(4) { named[name] = .integer(pick(Self.integers)) }
        for name in ["rating", "weight"] where !chance(4) { named[name] = .real(pick(Self.reals)) }
        if !chance(4) { named["born"] = .date(pick(Self.dates)) }
        if !chance(3) { named["active"] = .bool(chance(2)) }
        if !chance(3) { named["extra"] = .text(pick(Self.structures)) }
        if !chance(3) { named["team"] = .integer(pick([1, 2, 77])) }
        return named
    }
}
