#if HTTP
    import FoundationEssentials
    import Granary
    import HTTPTypes

    extension HTTPAnswer {
        /// How long the server asks to wait before the next attempt.
        var retryAfter: Duration? {
            guard let text = field(.retryAfter) else { return nil }
            if let seconds = Int64(text) { return .seconds(max(0, min(seconds, 1 << 31))) }
            // By the server's own clock: the clock here may be wrong.
            guard let then = HTTPDate.seconds(text), let now = field(.date).flatMap(HTTPDate.seconds) else {
                return nil
            }
            return .seconds(max(0, then - now))
        }

        /// How long the answer is fresh, by the field `Cache-Control`; `nil` where it does not say.
        var freshFor: Duration? {
            guard let control = field(.cacheControl)?.lowercased() else { return nil }
            var seconds: Int64?
            for part in control.parts(between: ",") {
                let words = part.parts(between: "=").map(Self.bare)
                switch words[0] {
                case "no-store", "no-cache": return .zero
                case "max-age": seconds = words.count == 2 ? Int64(words[1]) : nil
                default: break
                }
            }
            let age = field(.age).flatMap { Int64($0) } ?? 0
            return seconds.map { .seconds(max(0, min($0, 1 << 40) - max(0, min(age, 1 << 40)))) }
        }

        /// The address of the next page in the field `Link`.
        var nextLink: String? {
            for link in (HTTPField.Name("Link").flatMap(field) ?? "").parts(between: "<") {
                guard let (address, rest) = link.halves(atFirst: ">") else { continue }
                for parameter in rest.parts(between: ";").flatMap({ $0.parts(between: ",") }) {
                    let words = parameter.lowercased().parts(between: "=")
                    guard words.count == 2, Self.bare(words[0]) == "rel" else { continue }
                    if words[1].parts(between: " ").map(Self.bare).contains("next") { return address }
                }
            }
            return nil
        }

        /// A text without spaces and quotation marks.
        private static func bare(_ text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != " " && $0 != "\"" }))
        }
    }

#endif
