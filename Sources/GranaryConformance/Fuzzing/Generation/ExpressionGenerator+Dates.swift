import Granary

extension ExpressionGenerator {
    private static let offsets = [0, 0, 3_600, -12_600, 64_800, -64_800]

    /// A date made of another.
    mutating func date(_ entity: Entity, depth: Int) -> ExpressionTree {
        let date = value(of: .date, on: entity, depth: depth)
        let unit = random.element(of: ExpressionTree.DateUnit.allCases) ?? .day
        if mayFail, random.chance(4) {
            let count = ExpressionTree.literal(.integer(Int64(random.below(9)) - 4))
            return .function(.date(.plus(unit)), [date, count])
        }
        let offset = random.element(of: Self.offsets) ?? 0
        return .function(.date(.beginning(unit, offset: offset)), [date])
    }

    /// An integer made of dates.
    mutating func duration(_ entity: Entity, depth: Int) -> ExpressionTree {
        let date = value(of: .date, on: entity, depth: depth)
        if random.chance(2) {
            let unit = random.element(of: ExpressionTree.DateUnit.allCases) ?? .day
            return .function(
                .date(.difference(unit)), [date, value(of: .date, on: entity, depth: depth)])
        }
        let part = random.element(of: ExpressionTree.DatePart.allCases) ?? .year
        return .function(.date(.part(part, offset: random.element(of: Self.offsets) ?? 0)), [date])
    }
}
