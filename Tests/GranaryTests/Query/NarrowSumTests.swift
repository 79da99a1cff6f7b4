import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

@Model final class Gauge {
    var id: Int
    var tiny: Int8
    var small: Int16?
    var medium: Int32
    var byte: UInt8
    var word: UInt16
    var count: UInt32
    var level: Float
}

/// Sums and means of narrow numbers are wide enough for them.
@Suite(.timeLimit(.minutes(1))) struct NarrowSumTests {
    @Test func sumsPassTheWidthOfTheAttribute() async throws {
        let stack = try startedStack(of: [Gauge.self])
        try await stack.perform { context in
            for id in 1...3 {
                try context.insert(
                    Gauge(
                        id: id, tiny: .max, small: id == 2 ? nil : .max, medium: .max, byte: .max, word: .max,
                        count: .max, level: 0.5))
            }
            try context.save()
            try verify(try context.sum(Gauge.all) { $0.tiny } == 3 * 127)
            try verify(try context.sum(Gauge.all) { $0.small } == 2 * 32_767)
            try verify(try context.sum(Gauge.all) { $0.medium } == 3 * 2_147_483_647)
            try verify(try context.sum(Gauge.all) { $0.byte } == 3 * 255)
            try verify(try context.sum(Gauge.all) { $0.word } == 3 * 65_535)
            try verify(try context.sum(Gauge.all) { $0.count } == 3 * 4_294_967_295)
            try verify(try context.sum(Gauge.all) { $0.level } == 1.5)
            try verify(try context.average(Gauge.all) { $0.small } == 32_767)
            try verify(try context.average(Gauge.all) { $0.level } == 0.5)
        }
    }
}
