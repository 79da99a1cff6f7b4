/// A difference that comparisons of texts ignore, in the text of a query.
enum TextOption: String, CaseIterable {
    case caseInsensitive, diacriticInsensitive

    /// The option of a comparison.
    var options: TextOptions { self == .caseInsensitive ? .caseInsensitive : .diacriticInsensitive }
}
