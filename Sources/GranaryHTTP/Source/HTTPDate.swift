#if HTTP
    import Granary

    /// Dates in header fields: `Wed, 21 Oct 2015 07:28:00 GMT`.
    enum HTTPDate {
        private static let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]

        /// The seconds since 1970; `nil` for what is no such date.
        static func seconds(_ text: String) -> Int64? {
            let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == ":" }).map(String.init)
            guard words.count == 8, words[7] == "GMT", let day = Int(words[1]),
                let month = months.firstIndex(of: words[2]), let year = Int(words[3]),
                let hour = Int(words[4]), (0..<24).contains(hour), let minute = Int(words[5]),
                (0..<60).contains(minute), let second = Int(words[6]), (0...60).contains(second),
                let start = CivilTime.microseconds(year: year, month: month + 1, day: day)
            else { return nil }
            return start / 1_000_000 + Int64(hour * 3_600 + minute * 60 + second)
        }
    }
#endif
