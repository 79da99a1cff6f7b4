import Granary

/// Numbers and digests in few characters.
package enum ByteText {
    /// A number of bytes in a unit that leaves at most three digits before the point, such as `1.2 MB`.
    package static func of(_ bytes: Int64) -> String {
        if bytes < 1_000 { return "\(bytes) B" }
        var tenths = Double(bytes) / 100
        var unit = 0
        let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
        while tenths.rounded() >= 10_000, unit < units.count - 1 {
            tenths /= 1_000
            unit += 1
        }
        let whole = Int64(tenths.rounded())
        if whole < 100 { return "\(whole / 10).\(whole % 10) \(units[unit])" }
        return "\(Int64((tenths / 10).rounded())) \(units[unit])"
    }

    /// The first digits of a fingerprint, which are enough to distinguish versions.
    package static func short(_ fingerprint: String) -> String { String(fingerprint.prefix(8)) }
}
