#if HTTP
    import Granary
    import HTTPTypes

    /// The reason in the answer to a request that a server refuses.
    enum ErrorBody {
        /// The longest reason, in Unicode scalars.
        private static let longest = 500

        /// The text of a member with a usual name, such as those of RFC 9457, or a short answer in plain text.
        static func reason(of answer: HTTPAnswer) -> String? {
            guard let text = String(validating: answer.body.prefix(1 << 16), as: UTF8.self), !text.isEmpty
            else {
                return nil
            }
            if let value = try? JSONReader.value(of: text) {
                for path in [
                    "detail", "message", "error.message", "error_description", "error", "title", "reason",
                ] {
                    if let reason = value.value(at: path)?.text { return shortened(reason) }
                }
                return value.text.map(shortened)
            }
            let isPlain = answer.field(.contentType)?.lowercased().begins(with: "text/plain") ?? false
            return isPlain ? shortened(text) : nil
        }

        /// The text without U+0000, which no store can hold, and no longer than it may be.
        private static func shortened(_ text: String) -> String {
            let scalars = text.unicodeScalars.filter { $0.value != 0 }
            return scalars.count > longest
                ? String(String.UnicodeScalarView(scalars.prefix(longest))) + "…"
                : String(String.UnicodeScalarView(scalars))
        }
    }
#endif
