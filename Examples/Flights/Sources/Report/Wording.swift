package import FoundationEssentials

/// Numbers and dates as people read them.
package enum Wording {
    /// A whole number with a comma after each thousand.
    package static func count(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }

    /// A number with two decimals, rounded to the nearest; ties of the binary value go to the even digit.
    package static func decimals(_ number: Double) -> String {
        guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
        let hundredths = Self.hundredths(number)
        let whole = hundredths.magnitude / 100
        let rest = hundredths.magnitude % 100
        return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// How many there are in a second; “–” where that cannot be said.
    package static func rate(_ number: Int, seconds: Double) -> String {
        let rate = (Double(number) / seconds).rounded()
        return rate.isFinite && rate.magnitude < 1e15 ? count(Int(rate)) : "–"
    }

    /// A number rounded to two decimals, as ``decimals(_:)`` writes it.
    package static func rounded(_ number: Double) -> Double {
        Double(decimals(number)) ?? number
    }

    /// A day, such as `2013-01-31`.
    package static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }

    /// An hour, such as `2013-01-31 14:00`.
    package static func hour(_ date: Date) -> String {
        date.formatted(.iso8601).replacing("T", with: " ").replacing(":00Z", with: "")
    }

    /// “1 flight”, “2 flights”.
    package static func count(_ number: Int, _ what: String) -> String {
        "\(count(number)) \(what)\(number == 1 ? "" : "s")"
    }

    /// The nearest number of hundredths.
    ///
    /// The product is rounded, so its exact remainder decides near a tie.
    private static func hundredths(_ number: Double) -> Int64 {
        let product = number * 100
        let error = (-product).addingProduct(number, 100)
        let floor = product.rounded(.down)
        let above = (product - floor - 0.5) + error
        let isOdd = floor.truncatingRemainder(dividingBy: 2) != 0
        return Int64(floor) + (above > 0 || (above == 0 && isOdd) ? 1 : 0)
    }
}
