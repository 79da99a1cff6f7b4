extension GranaryError {
    /// The error for a store that holds other models than the schema, and was left untouched.
    ///
    /// Each difference is a part of a sentence, such as `there is no table “Flight”`; the first few are shown.
    package static func incompatible(_ differences: [String]) -> GranaryError {
        let shown = differences.prefix(5).joined(separator: "; ")
        let rest = differences.count > 5 ? "; and \(differences.count - 5) more" : ""
        return GranaryError(
            .incompatible,
            "The store does not fit the schema: \(shown)\(rest). It was left untouched. Use the schema it was made with, or set onIncompatible to moveAside."
        )
    }
}
