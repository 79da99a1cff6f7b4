import FoundationEssentials
import Granary

/// The numbers that are not integers.
enum NumberColumns {
    static let double = ScalarColumn<Double>(
        "Double",
        [
            -.infinity, -.greatestFiniteMagnitude, -1e16, -1.5, -.leastNonzeroMagnitude, 0,
            .leastNonzeroMagnitude, 0.1,
            0.1.nextUp, 1, 1.0.nextUp, 9_007_199_254_740_994, 1e300, .greatestFiniteMagnitude, .infinity,
        ],
        { $0.double }, { $0.double }, .init(get: { $0.double }, set: { $0.double = $1 }),
        .init(get: { $0.double }, set: { $0.double = $1 }))

    static let float = ScalarColumn<Float>(
        "Float",
        [
            -.infinity, -.greatestFiniteMagnitude, -1.5, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude,
            0.1,
            Float(0.1).nextUp, 16_777_216, .greatestFiniteMagnitude, .infinity,
        ],
        { $0.float }, { $0.float }, .init(get: { $0.float }, set: { $0.float = $1 }),
        .init(get: { $0.float }, set: { $0.float = $1 }))

    static let decimal = ScalarColumn<Decimal>(
        "Decimal",
        [
            makeDecimal("-99999999999999999999999999999999999999"),
            makeDecimal("-12345678901234567890.123456789"), -1.5,
            makeDecimal("-0.00000000000000000000000000000000000001"), 0, makeDecimal("1e-38"),
            makeDecimal("0.1"), makeDecimal("0.10000000000000000000000000000000000001"), 1, 2, 10,
            makeDecimal("9007199254740993"), makeDecimal("12345678901234567890123456789012345678"),
            makeDecimal("1e100"),
        ],
        { $0.decimal }, { $0.decimal }, .init(get: { $0.decimal }, set: { $0.decimal = $1 }),
        .init(get: { $0.decimal }, set: { $0.decimal = $1 }))
}
