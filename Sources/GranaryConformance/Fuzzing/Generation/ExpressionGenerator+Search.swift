import Granary

extension ExpressionGenerator {
    /// A text, and what is searched for in it.
    mutating func searched(_ entity: Entity, depth: Int) -> [ExpressionTree] {
        [value(of: .text, on: entity, depth: depth), .literal(.text(search(depth: 2)))]
    }

    /// A search for words that texts of programs have.
    private mutating func search(depth: Int) -> String {
        if depth > 0, random.chance(3) {
            let (left, right) = (search(depth: depth - 1), search(depth: depth - 1))
            return random.pick(
                "\(left) \(right)", "\(left) AND \(right)", "\(left) OR \(right)", "NOT \(left)", "(\(left))")
        }
        func word(_ random: inout SeededGenerator) -> String {
            random.pick(
                "a", "A", "ab", "b", "c", "\u{C9}", "e", "\u{DF}", "ss", "fi", "i", "\u{3C2}", "9", "zz")
        }
        let first = word(&random)
        return switch random.below(4) {
        case 0: "\(first)*"
        case 1: "\"\(first) \(word(&random))\""
        default: first
        }
    }
}
