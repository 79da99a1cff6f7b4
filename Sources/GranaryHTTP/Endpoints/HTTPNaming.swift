#if HTTP
    /// How the members of JSON are named, where an endpoint renames them not one by one.
    public enum HTTPNaming: Sendable, Hashable {
        /// As the properties are in Swift: `departureTime`.
        case asDeclared
        /// In lower case with underscores: `departure_time`, `http_url` for `httpURL`.
        case snakeCase

        /// The name of the member of a property.
        func member(_ property: String) -> String {
            switch self {
            case .asDeclared: property
            case .snakeCase: Self.snakeCased(property)
            }
        }

        private static func snakeCased(_ name: String) -> String {
            let letters = Array(name.unicodeScalars)
            var result = ""
            for (index, letter) in letters.enumerated() {
                let isUpper = letter.properties.isUppercase
                if isUpper, index > 0 {
                    let before = letters[index - 1]
                    let isEndOfCapitals =
                        before.properties.isUppercase && index + 1 < letters.count
                        && letters[index + 1].properties.isLowercase
                    if before != "_", !before.properties.isUppercase || isEndOfCapitals { result += "_" }
                }
                result += isUpper ? letter.properties.lowercaseMapping : String(letter)
            }
            return result
        }
    }
#endif
