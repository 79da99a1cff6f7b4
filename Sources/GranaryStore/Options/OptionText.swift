/// Parses option values; every function returns `nil` for text of another kind.
package enum OptionText {
    /// `true`, `false`, `yes`, `no`, `on`, `off`, `1` or `0`, in any case.
    package static func bool(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    /// A whole number in decimal digits, with an optional sign; `_` may separate digits.
    package static func integer(_ text: String) -> Int? { Int(text.parts(between: "_").joined()) }

    /// A number of bytes with an optional unit: `B`, `kB`, `MB`, `GB`, `TB` (powers of 1000) or `KiB`, `MiB`,
    /// `GiB`, `TiB` (powers of 1024), in any case.
    package static func bytes(_ text: String) -> Int? {
        scaled(text, units: byteUnits, without: 1)
    }

    /// A time in milliseconds, written with a unit: `ms`, `s`, `m` or `h`; 0 needs none.
    package static func milliseconds(_ text: String) -> Int? {
        text == "0" ? 0 : scaled(text, units: timeUnits, without: nil)
    }

    /// A number of bytes as text, in the largest unit that needs no fraction.
    package static func size(_ bytes: Int) -> String {
        let units = [
            ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
            ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000),
        ]
        return text(bytes, units, "B")
    }

    /// A number of milliseconds as text, in the largest unit that needs no fraction.
    package static func time(_ milliseconds: Int) -> String {
        text(milliseconds, [("h", 3_600_000), ("m", 60_000), ("s", 1_000)], "ms")
    }

    private static func text(_ number: Int, _ units: [(String, Int)], _ smallest: String) -> String {
        let unit = units.first { number != 0 && number % $0.1 == 0 } ?? (smallest, 1)
        return number == 0 ? "0" : "\(number / unit.1)\(unit.0)"
    }

    private static let byteUnits = [
        "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
        "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
    ]

    private static let timeUnits = ["ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000]

    private static func scaled(_ text: String, units: [String: Int], without plain: Int?) -> Int? {
        let digits = text.unicodeScalars.prefix { "0"..."9" ~= $0 || $0 == "_" }
        let unit = String(text.unicodeScalars.dropFirst(digits.count).drop { $0 == " " }).lowercased()
        guard let number = integer(String(digits)), let factor = unit.isEmpty ? plain : units[unit] else {
            return nil
        }
        let (product, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }
}
