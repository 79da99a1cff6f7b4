package import FoundationEssentials
import Granary

/// Makes any decimal from digits with an optional point and exponent, which `Decimal(string:)` cannot for
/// large ones.
package func decimal(_ text: String) -> Decimal {
    let parts = text.split(separator: "e")
    let digits = parts[0].split(separator: ".")
    let fraction = digits.count > 1 ? String(digits[1]) : ""
    let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count
    return DecimalParts(scientificText: "\(digits[0])\(fraction)e\(exponent)")?.decimal ?? .nan
}
