#if HTTP
    import FoundationEssentials
    import Granary
    import HTTPTypes

    extension HTTPAnswer {
        /// How long the server asks to wait before the next attempt.
        var retryAfter: Duration? {
            guard let text = field(.retryAfter) else { return nil }
            if let seconds = Self.seconds(text) { return .seconds(seconds) }
            // By the server's own clock: the clock here may be wrong.
            guard let then = HTTPDate.seconds(text), let now = field(.date).flatMap(HTTPDate.seconds) else {
                return nil
            }
            return .seconds(Self.clamped(then - now))
        }

        /// How long the answer is fresh, by the field `Cache-Control`; `nil` where it does not say.
        var freshFor: Duration? {
            guard let control = field(.cacheControl)?.lowercased() else { return nil }
            var seconds: Int64?
            for part in control.parts(between: ",") {
                let words = part.parts(between: "=").map(Self.bare)
                switch words[0] {
                case "no-store", "no-cache": return .zero
                case "max-age": seconds = words.count == 2 ? Self.seconds(words[1]) : nil
                default: break
                }
            }
            let age = field(.age).flatMap(Self.seconds) ?? 0
            return seconds.map { .seconds(max(0, $0 - age)) }
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

        /// The longest time that an answer may say: longer ones are as good as forever, and dates have an end.
        private static let longest = Int64(1) << 31

        /// A number of seconds in the range of times; `nil` for what is no whole number.
        private static func seconds(_ text: String) -> Int64? {
            if let seconds = Int64(text) { return clamped(seconds) }
            let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isNumber ? longest : nil
        }

        private static func clamped(_ seconds: Int64) -> Int64 { max(0, min(seconds, longest)) }

        /// A text without spaces and quotation marks.
        private static func bare(_ text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != " " && $0 != "\"" }))
        }
    }

#endif
