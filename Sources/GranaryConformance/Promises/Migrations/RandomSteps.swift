import FoundationEssentials
import Granary

/// Random numbers, names that never come again, and a record of the steps taken with them.
struct RandomSteps {
    let seed: UInt64
    var random: SeededGenerator
    /// The steps so far, for messages.
    private(set) var done: [String] = []
    private var names = 0

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    mutating func note(_ step: String) { done.append(step) }

    /// A name that nothing has had.
    mutating func name(_ first: String) -> String {
        names += 1
        return "\(first)\(names)"
    }

    mutating func value(_ type: AttributeType) -> Value {
        let number = Int64(random.below(2_000)) - 1_000
        return switch type {
        case .bool: .bool(number > 0)
        case .integer: .integer(number)
        case .real: .real(Double(number) / 2)
        case .text, .json: .text("t\(number) é")
        case .data: .data(Data("\(number)".utf8))
        case .date: .date(number * 1_000_000)
        case .uuid: .uuid(makeUUID(UInt64(number + 1_000)))
        case .decimal: .decimal(makeDecimal("\(number).25"))
        }
    }
}
