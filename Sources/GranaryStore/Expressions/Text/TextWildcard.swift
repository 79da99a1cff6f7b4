/// A wildcard of a pattern in the text of a query.
enum TextWildcard: String, CaseIterable {
    case anyOne, anyRun
}
