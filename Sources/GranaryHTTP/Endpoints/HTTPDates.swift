#if HTTP
    import FoundationEssentials
    import Granary

    /// How dates are written in JSON and in query strings.
    public enum HTTPDates: Sendable, Hashable {
        /// As text of RFC 3339: `2013-01-01T10:15:00Z`. Days without a time, such as `2013-01-01`, are read as their first
        /// moment in UTC.
        case text
        /// As a number of seconds since 1970.
        case seconds
        /// As a number of milliseconds since 1970.
        case milliseconds

        /// A stored date in JSON.
        func json(_ microseconds: Int64) throws -> JSONValue {
            switch self {
            case .text: .text(try DateText.text(of: StoredDate.date(ofMicroseconds: microseconds)))
            case .seconds: .number(Self.number(microseconds, digits: 6))
            case .milliseconds: .number(Self.number(microseconds, digits: 3))
            }
        }

        /// The date of JSON, as RFC 3339 writes it; `nil` for what is no date.
        func text(of value: JSONValue) -> String? {
            let factor: Double
            switch self {
            case .text:
                guard let text = value.text else { return nil }
                return text.utf8.count == 10 ? "\(text)T00:00:00Z" : text
            case .seconds: factor = 1_000_000
            case .milliseconds: factor = 1_000
            }
            guard case .number(let number) = value else { return nil }
            let microseconds: Int64
            if let whole = number.integer(Int64.self) {
                let (product, overflow) = whole.multipliedReportingOverflow(by: Int64(factor))
                if overflow { return nil }
                microseconds = product
            } else {
                guard let real = number.real(Double.self), (real * factor).magnitude < 0x1p62 else {
                    return nil
                }
                microseconds = Int64((real * factor).rounded())
            }
            return try? DateText.text(of: StoredDate.date(ofMicroseconds: microseconds))
        }

        /// A whole number of microseconds as a number with some digits after the point.
        private static func number(_ microseconds: Int64, digits: Int) -> JSONNumber {
            var text = String(microseconds.magnitude)
            text = String(repeating: "0", count: max(0, digits + 1 - text.utf8.count)) + text
            var fraction = String(text.suffix(digits))
            while fraction.ends(with: "0") { fraction.removeLast() }
            let whole = text.dropLast(digits)
            return JSONNumber(
                text: (microseconds < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction))
        }
    }
#endif
