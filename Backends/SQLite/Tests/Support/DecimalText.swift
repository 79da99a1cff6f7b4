import FoundationEssentials

enum DecimalText {
    static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }
}
