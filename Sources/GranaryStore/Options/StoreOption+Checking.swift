extension StoreOption.Kind {
    /// The fault of a value, as the end of a sentence about it; `nil` for a good value.
    package func fault(_ text: String) -> String? {
        switch self {
        case .bool: OptionText.bool(text) == nil ? "is not \(allowed)." : nil
        case .integer(let range): fault(OptionText.integer(text), in: range)
        case .size(let range): fault(OptionText.bytes(text), in: range)
        case .duration(let range): fault(OptionText.milliseconds(text), in: range)
        case .choice(let words): words.contains(text) ? nil : "is not \(allowed).\(hint(text, words))"
        case .text: text.utf8.contains(0) ? "contains U+0000." : nil
        case .directory:
            (PathRule.fault(directory: text) ?? (PathRule.leadsUp(text) ? PathRule.upwards : nil)).map {
                $0 + "."
            }
        }
    }

    /// The allowed values, for people.
    package var allowed: String {
        switch self {
        case .bool: "true or false"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .size(let range):
            """
            a size such as 64MB, from \(OptionText.size(range.lowerBound)) to \
            \(OptionText.size(range.upperBound))
            """
        case .duration(let range):
            """
            a time such as 5s, from \(OptionText.time(range.lowerBound)) to \
            \(OptionText.time(range.upperBound))
            """
        case .choice(let words): words.count == 1 ? words[0] : "one of " + words.joined(separator: ", ")
        case .text: "text"
        case .directory: "the path of a directory"
        }
    }

    private func fault(_ number: Int?, in range: ClosedRange<Int>) -> String? {
        number.map(range.contains) ?? false ? nil : "is not \(allowed)."
    }

    private func hint(_ text: String, _ words: [String]) -> String {
        NearestMatch.question(text, in: words)
    }
}
