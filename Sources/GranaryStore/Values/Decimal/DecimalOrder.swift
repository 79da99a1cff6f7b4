package import FoundationEssentials

/// Equality and order of decimals by exact value.
///
/// `Decimal`'s own comparison goes through multi-precision subtraction; this one compares digits. NaN, which
/// no store holds, equals itself and comes first.
package enum DecimalOrder {
    /// Whether two decimals are the same number, ignoring trailing zeros.
    package static func equal(_ left: Decimal, _ right: Decimal) -> Bool {
        DecimalParts(left) == DecimalParts(right)
    }

    /// Orders two decimals by value.
    package static func compare(_ left: Decimal, _ right: Decimal) -> Ordering {
        switch (DecimalParts(left), DecimalParts(right)) {
        case (let a?, let b?): a.compare(b)
        case (nil, nil): .equal
        case (nil, _): .less
        case (_, nil): .greater
        }
    }
}
