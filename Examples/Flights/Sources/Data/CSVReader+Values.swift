/// The values in fields; `NA` stands for an unknown value.
extension CSVReader {
    /// Whether a field marks its value as unknown.
    package func isUnknown(_ column: Int) throws -> Bool {
        try slice(column).elementsEqual("NA".utf8)
    }

    /// Text, or `nil` where it is not known.
    package func knownText(_ column: Int) throws -> String? {
        try isUnknown(column) ? nil : try text(column)
    }

    /// A whole number.
    ///
    /// - Throws: ``DataError`` when it is none, or not known.
    package func integer(_ column: Int) throws -> Int {
        let digits = try slice(column)
        let isNegative = digits.first == UInt8(ascii: "-")
        var number = 0
        for byte in isNegative ? digits.dropFirst() : digits {
            let digit = Int(byte) - Int(UInt8(ascii: "0"))
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            guard 0...9 ~= digit, !isTooLarge, tens <= Int.max - digit else {
                throw notA("whole number", column)
            }
            number = tens + digit
        }
        guard digits.count > (isNegative ? 1 : 0) else { throw notA("whole number", column) }
        return isNegative ? -number : number
    }

    /// A whole number, or `nil` where it is not known.
    ///
    /// - Throws: ``DataError`` when it is something else.
    package func knownInteger(_ column: Int) throws -> Int? {
        try isUnknown(column) ? nil : try integer(column)
    }

    /// A number.
    ///
    /// - Throws: ``DataError`` when it is none, or not finite.
    package func number(_ column: Int) throws -> Double {
        guard let number = Double(try text(column)), number.isFinite else { throw notA("number", column) }
        return number
    }

    private func notA(_ kind: String, _ column: Int) -> DataError {
        let found = (try? text(column)) ?? "?"
        return problem("\(name(column)) must be a \(kind), and is “\(found.prefix(40))”.")
    }
}
