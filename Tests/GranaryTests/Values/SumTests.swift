import FoundationEssentials
import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

@Suite struct IntegerSumTests {
    @Test func onlyTheResultCanOverflow() throws {
        var sum = IntegerSum()
        #expect(try sum.sum() == 0)
        #expect(sum.average == nil)
        for value in [Int64.max, .max, .min, .min, 5] { sum.add(value) }
        #expect(try sum.sum() == 3)
        sum.add(.max)
        expectError(.overflow) { try sum.sum() }
        #expect(sum.count == 6)
    }

    @Test(arguments: integerAverages)
    func averagesAreNearest(values: [Int64], expected: Double) {
        var (sum, first, second) = (IntegerSum(), IntegerSum(), IntegerSum())
        for (index, value) in values.enumerated() {
            sum.add(value)
            if index % 2 == 0 { first.add(value) } else { second.add(value) }
        }
        #expect(sum.average == expected)
        first.add(second)
        #expect(first.average == expected)
    }
}

@Suite struct RealSumTests {
    @Test(arguments: realSums)
    func sumsAndAveragesAreNearestInAnyOrder(values: [String], expected: String?, average: String) throws {
        let values = try values.map { try #require(Double($0)) }
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<8 {
            let shuffled = values.shuffled(using: &generator)
            var (sum, half) = (RealSum(), RealSum())
            for (index, value) in shuffled.enumerated() {
                if index % 2 == 0 { sum.add(value) } else { half.add(value) }
            }
            sum.add(half)
            if let expected {
                #expect(try sum.sum() == Double(expected))
            } else {
                expectError(.overflow) { try sum.sum() }
            }
            #expect(try sum.average() == Double(average))
        }
    }

    @Test func integersInDoublesAgreeWithIntegerArithmetic() throws {
        let seed: UInt64 = 11
        var generator = SeededGenerator(seed: seed)
        for round in 0..<200 {
            var (sum, exact) = (RealSum(), Int128(0))
            for _ in 0..<Int.random(in: 1...60, using: &generator) {
                let digits = Int64.random(in: -(1 << 53)...(1 << 53), using: &generator)
                let shift = Int128.random(in: 0...60, using: &generator)
                exact += Int128(digits) << shift
                sum.add(Double(sign: .plus, exponent: Int(shift), significand: Double(digits)))
            }
            #expect(try sum.sum() == Double(exact), "seed \(seed), round \(round)")
        }
    }

    @Test func specialNumbers() throws {
        var sum = RealSum()
        #expect(try sum.average() == nil)
        sum.add(-0.0)
        #expect(try sum.sum().sign == .plus)
        sum.add(.infinity)
        sum.add(-1)
        #expect(try sum.sum() == .infinity)
        #expect(try sum.average() == .infinity)
        var nan = sum
        sum.add(-.infinity)
        expectError(.overflow) { try sum.sum() }
        nan.add(.nan)
        expectError(.invalidValue) { try nan.sum() }
    }
}

@Suite struct DecimalSumTests {
    @Test func sumsAreExactWhereTheyFit() throws {
        var sum = DecimalSum()
        #expect(try sum.sum() == 0)
        #expect(try sum.average() == nil)
        for text in ["1e127", "1e-128", "-1e127"] { sum.add(decimal(text)) }
        #expect(DecimalOrder.equal(try sum.sum(), decimal("1e-128")))
        var tooLong = sum
        tooLong.add(1)
        expectError(.overflow) { try tooLong.sum() }
        var large = DecimalSum()
        for _ in 0..<3 { large.add(decimal("99999999999999999999999999999999999999e127")) }
        expectError(.overflow) { try large.sum() }
        for _ in 0..<2 { large.add(decimal("-99999999999999999999999999999999999999e127")) }
        #expect(DecimalOrder.equal(try large.sum(), decimal("99999999999999999999999999999999999999e127")))
        large.add(.nan)
        expectError(.invalidValue) { try large.sum() }
    }

    @Test(arguments: decimalAverages)
    func averagesAreRoundedToEven(values: [String], expected: String) throws {
        var (sum, half) = (DecimalSum(), DecimalSum())
        for (index, value) in values.enumerated() {
            if index % 2 == 0 { sum.add(decimal(value)) } else { half.add(decimal(value)) }
        }
        sum.add(half)
        let average = try #require(try sum.average())
        #expect(DecimalOrder.equal(average, decimal(expected)), "\(average)")
    }

    @Test func sumsAgreeWithIntegersOfAnyScale() throws {
        let seed: UInt64 = 17
        var generator = SeededGenerator(seed: seed)
        for round in 0..<300 {
            var (sum, exact) = (DecimalSum(), Int128(0))
            for _ in 0..<20 {
                let digits = Int128(Int64.random(in: -1_000_000_000...1_000_000_000, using: &generator))
                let power = Int.random(in: 0...20, using: &generator)
                exact += digits * (0..<power).reduce(Int128(1)) { product, _ in product * 10 }
                sum.add(decimal("\(digits)e\(power - 30)"))
            }
            #expect(
                DecimalOrder.equal(try sum.sum(), decimal("\(exact)e-30")), "seed \(seed), round \(round)")
        }
    }
}
