#if HTTP
    import Granary

    /// Scalars of JSON that are of another type than their property, as many servers write them.
    enum ScalarConversion {
        /// A value of the type of an attribute; `nil` where the value is fine as it is, or cannot be converted.
        static func converted(_ value: JSONValue, to type: AttributeType) -> JSONValue? {
            switch (type, value) {
            case (.bool, .number(let number)):
                number.integer(Int.self).flatMap { $0 == 0 || $0 == 1 ? .bool($0 == 1) : nil }
            case (.bool, .text(let text)):
                switch text.lowercased() {
                case "true", "1", "yes": .bool(true)
                case "false", "0", "no": .bool(false)
                default: nil
                }
            case (.integer, .text(let text)), (.real, .text(let text)), (.decimal, .text(let text)):
                number(text)
            case (.integer, .bool(let truth)): .number(JSONNumber(truth ? 1 : 0))
            case (.text, .number(let number)): .text(number.text)
            case (.text, .bool(let truth)): .text(truth ? "true" : "false")
            default: nil
            }
        }

        private static func number(_ text: String) -> JSONValue? {
            guard case .number(let number)? = try? JSONReader.value(of: text) else { return nil }
            return .number(number)
        }
    }
#endif
