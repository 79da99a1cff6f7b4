import FoundationEssentials
import Granary
import GranaryConformance

/// Random expressions over the league that the reference evaluator accepts.
struct RandomExpressions {
    let schema: Schema
    var generator: SeededGenerator

    init(_ schema: Schema, seed: UInt64) {
        self.schema = schema
        generator = SeededGenerator(seed: seed)
    }

    mutating func pick<T>(_ values: [T]) -> T { Samples.pick(values, &generator) }
    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

    /// A condition over an entity.
    mutating func condition(_ entity: String, depth: Int) -> ExpressionTree {
        if depth > 0 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0, 1: return .and(condition(entity, depth: depth - 1), condition(entity, depth: depth - 1))
            case 2, 3: return .or(condition(entity, depth: depth - 1), condition(entity, depth: depth - 1))
            case 4, 5: return .not(condition(entity, depth: depth - 1))
            case 6: if let tree = quantified(entity, depth: depth - 1) { return tree }
            default: break
            }
        }
        return leaf(entity)
    }

    private mutating func leaf(_ entity: String) -> ExpressionTree {
        let (path, end) = path(from: entity)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return reference(path, end)
        case 1: return .literal(pick([.bool(true), .bool(false), .null]))
        case 2 where end == "Player": return .attribute(path: path, name: "active")
        case 3: return textual(path, end)
        case 4: return membership(path, end)
        case 5: return dated(path, end)
        case 6: return counted(entity)
        default: return comparison(path, end, entity)
        }
    }

    private mutating func path(from entity: String) -> ([String], String) {
        guard let owner = schema.entity(entity), !owner.toOne.isEmpty, chance(3) else { return ([], entity) }
        let relationship = pick(owner.toOne)
        if chance(3), !relationship.destination.toOne.isEmpty {
            let second = pick(relationship.destination.toOne)
            return ([relationship.name, second.name], second.destination.name)
        }
        return ([relationship.name], relationship.destination.name)
    }

    private mutating func attribute(_ entity: String, _ types: [AttributeType]) -> AttributeDescription? {
        let fitting = schema.entity(entity)?.attributes.filter { types.contains($0.type) } ?? []
        return fitting.isEmpty ? nil : pick(fitting)
    }

    mutating func value(_ type: AttributeType) -> Value {
        switch type {
        case .bool: .bool(Bool.random(using: &generator))
        case .integer: .integer(pick(Samples.integers))
        case .real: .real(pick(Samples.reals))
        case .text, .json: .text(pick(Samples.texts))
        case .data: .data(Data(pick(Samples.texts).utf8))
        case .date: .date(pick(Samples.dates))
        case .uuid: .uuid(UUID(number: UInt64.random(in: 0...45, using: &generator)))
        case .decimal: .decimal(pick(Samples.decimals))
        }
    }

    private mutating func comparison(_ path: [String], _ end: String, _ entity: String) -> ExpressionTree {
        guard let attribute = attribute(end, AttributeType.allCases) else { return .literal(.bool(true)) }
        let left = ExpressionTree.attribute(path: path, name: attribute.name)
        if attribute.type == .real, chance(2) {
            let operation = pick([ExpressionTree.Arithmetic.add, .subtract, .multiply, .divide])
            let operand: ExpressionTree =
                chance(2)
                ? .literal(value(.real)) : .attribute(path: [], name: chance(2) ? "rating" : "score")
            let calculated = ExpressionTree.arithmetic(
                operation, left, entity == "Player" ? operand : .literal(value(.real)))
            return .compare(
                pick(ExpressionTree.Comparison.allCases), calculated,
                .literal(chance(5) ? .null : value(.real)))
        }
        if attribute.type == .integer, chance(4) {
            let calculated = calculation(with: left, entity)
            let constant = Value.integer(pick([-2, 0, 1, 2, 3, 6, .max]))
            return .compare(
                pick(ExpressionTree.Comparison.allCases), calculated, .literal(chance(8) ? .null : constant))
        }
        let isNilTest = attribute.type == .json || chance(6)
        let operation = isNilTest ? pick([.equal, .notEqual]) : pick(ExpressionTree.Comparison.allCases)
        if isNilTest { return .compare(operation, left, .literal(.null)) }
        if chance(4), let other = self.attribute(entity, [attribute.type]) {
            return .compare(operation, left, .attribute(path: [], name: other.name))
        }
        let type = attribute.type == .integer && chance(4) ? AttributeType.real : attribute.type
        let right = ExpressionTree.literal(value(type))
        return chance(3) ? .compare(operation, right, left) : .compare(operation, left, right)
    }

    /// A calculation with an integer, which fails for some rows or for none.
    mutating func calculation(with integer: ExpressionTree, _ entity: String) -> ExpressionTree {
        let isConstant = entity != "Player" || chance(2)
        let other: ExpressionTree =
            isConstant
            ? .literal(.integer(pick([-1, 0, 1, 2, 3, 7, .max, .min])))
            : .attribute(path: [], name: chance(2) ? "score" : "bonus")
        let operation = pick(ExpressionTree.Arithmetic.allCases)
        let calculated = ExpressionTree.arithmetic(operation, integer, other)
        if !chance(3) { return calculated }
        let next = pick([ExpressionTree.Arithmetic.add, .subtract, .divide, .remainder])
        return .arithmetic(next, calculated, .literal(.integer(pick([1, 2, 23]))))
    }

    private mutating func textual(_ path: [String], _ end: String) -> ExpressionTree {
        guard let attribute = attribute(end, [.text]) else { return .literal(.bool(false)) }
        let left = ExpressionTree.attribute(path: path, name: attribute.name)
        if chance(4) {
            let pieces: [TextPattern.Piece] = (0..<3).map { _ in
                pick([.anyRun, .anyOne, .literal(pick(Samples.texts))])
            }
            return .matches(left, TextPattern(pieces), [])
        }
        let options: TextOptions = chance(4) ? .caseInsensitive : []
        return .text(pick(ExpressionTree.TextComparison.allCases), left, .literal(value(.text)), options)
    }

    private mutating func membership(_ path: [String], _ end: String) -> ExpressionTree {
        guard let attribute = attribute(end, AttributeType.allCases.filter { $0 != .json }) else {
            return .literal(.null)
        }
        var values = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in value(attribute.type) }
        if chance(3) { values.append(.null) }
        return .isIn(.attribute(path: path, name: attribute.name), values)
    }

    private mutating func dated(_ path: [String], _ end: String) -> ExpressionTree {
        guard let attribute = attribute(end, [.date]) else { return .literal(.bool(true)) }
        let part = ExpressionTree.datePart(
            pick(ExpressionTree.DatePart.allCases), .attribute(path: path, name: attribute.name))
        return .compare(
            pick(ExpressionTree.Comparison.allCases), part,
            .literal(.integer(pick([1, 2, 4, 12, 23, 28, 29, 31, 59, 60, 366, 1969, 1970, 2000, 2024]))))
    }

    private mutating func reference(_ path: [String], _ end: String) -> ExpressionTree {
        let types = schema.entity(end)?.keyTypes ?? []
        let key = types.map { type in
            type == .integer ? .integer(Int64.random(in: 0...8, using: &generator)) : value(type)
        }
        if chance(3) {
            let keys = [key, types.map { type in type == .integer ? .integer(3) : value(type) }].compactMap(
                ObjectKey.init)
            return .holdsKey(path: path, keys: Array(keys.prefix(Int.random(in: 0...2, using: &generator))))
        }
        if path.isEmpty || chance(2) { return .refers(path: path, key: key) }
        return .isEmpty(path: path)
    }

    private mutating func quantified(_ entity: String, depth: Int) -> ExpressionTree? {
        guard let (path, relationship) = toMany(entity) else { return nil }
        let member = relationship.destination.name
        var inner = condition(member, depth: depth)
        if chance(3), let compared = comparison(of: member, with: entity) {
            inner = chance(2) ? .and(compared, inner) : .or(inner, compared)
        }
        return .quantified(
            pick(ExpressionTree.Quantifier.allCases), path: path, relationship: relationship.name, inner)
    }

    /// A comparison of a member with the object around the condition.
    private mutating func comparison(of member: String, with entity: String) -> ExpressionTree? {
        let (path, end) = path(from: entity)
        guard let outer = attribute(end, AttributeType.allCases.filter { $0 != .json }),
            let own = attribute(member, [outer.type])
        else { return nil }
        return .compare(
            pick(ExpressionTree.Comparison.allCases), .attribute(path: [], name: own.name),
            .outer(entity, .attribute(path: path, name: outer.name)))
    }

    private mutating func counted(_ entity: String) -> ExpressionTree {
        guard let (path, relationship) = toMany(entity) else { return .literal(.bool(true)) }
        let inner = chance(2) ? condition(relationship.destination.name, depth: 1) : nil
        return .compare(
            pick(ExpressionTree.Comparison.allCases),
            .countOf(path: path, relationship: relationship.name, inner),
            .literal(.integer(Int64.random(in: 0...3, using: &generator))))
    }

    private mutating func toMany(_ entity: String) -> ([String], Relationship)? {
        let (path, end) = path(from: entity)
        guard let owner = schema.entity(end), !owner.toMany.isEmpty else { return nil }
        return (path, pick(owner.toMany))
    }

    /// An order of up to three terms.
    mutating func sort(_ entity: String) -> [SortTerm] {
        (0..<Int.random(in: 0...3, using: &generator)).compactMap { _ in
            let (path, end) = path(from: entity)
            guard let attribute = attribute(end, AttributeType.allCases.filter { $0 != .json }) else {
                return nil
            }
            let tree = ExpressionTree.attribute(path: path, name: attribute.name)
            let isPart = attribute.type == .date && chance(2)
            return SortTerm(isPart ? .datePart(.month, tree) : tree, isDescending: chance(2))
        }
    }

    /// A request with a condition, an order and a range.
    mutating func request(_ entity: Entity) -> FetchRequest {
        var request = FetchRequest(entity: entity)
        if !chance(5) { request.predicate = condition(entity.name, depth: 3) }
        request.sort = sort(entity.name)
        if chance(3) { request.limit = Int.random(in: 0...10, using: &generator) }
        if chance(4) { request.offset = Int.random(in: 0...5, using: &generator) }
        if chance(4) { request.selection = selection(entity) }
        return request
    }

    private mutating func selection(_ entity: Entity) -> FetchRequest.Selection {
        let count = Int.random(in: 0...20, using: &generator)
        if let relationship = entity.toOne.first, chance(2) {
            let types = relationship.destination.keyTypes
            let keys = (0..<count).compactMap { _ in ObjectKey(types.map { key($0) }) }
            return .referring(relationship: relationship.name, to: keys)
        }
        return .keys((0..<count).compactMap { _ in ObjectKey(entity.keyTypes.map { key($0) }) })
    }

    private mutating func key(_ type: AttributeType) -> Value {
        type == .integer ? .integer(Int64.random(in: 0...20, using: &generator)) : value(type)
    }
}
