import FoundationEssentials
import Granary

/// Keeps empty text as `nil`.
final class EmptyTextIsNil: BrokenSession {
    override func distort(_ value: Value) -> Value {
        if case .text("") = value { .null } else { value }
    }
}

/// Keeps decimals as floating-point numbers.
final class RoundedDecimals: BrokenSession {
    override func distort(_ value: Value) -> Value {
        guard case .decimal(let decimal) = value, let number = Double("\(decimal)") else { return value }
        return .decimal(Decimal(number))
    }
}

/// Keeps integers as floating-point numbers.
final class RoundedIntegers: BrokenSession {
    override func distort(_ value: Value) -> Value {
        guard case .integer(let number) = value else { return value }
        return .integer(Int64(exactly: Double(number)) ?? .max)
    }
}

/// Keeps dates to the second.
final class WholeSeconds: BrokenSession {
    override func distort(_ value: Value) -> Value {
        guard case .date(let moment) = value else { return value }
        return .date(moment - moment % 1_000_000)
    }
}

/// Ends data at its first zero byte.
final class DataEndsAtZero: BrokenSession {
    override func distort(_ value: Value) -> Value {
        guard case .data(let data) = value else { return value }
        return .data(data.prefix { $0 != 0 })
    }
}
