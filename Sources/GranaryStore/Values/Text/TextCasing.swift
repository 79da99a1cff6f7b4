/// A change of letters to upper or lower case, by Granary's own tables of one version of Unicode.
///
/// Each character changes by itself, to one or several: without the rules of a language, and without regard to what is
/// around it. So `ß` becomes `SS`, and `Σ` becomes `σ`, at the end of a word too.
struct TextCasing: Sendable {
    /// To upper case.
    static let upper = TextCasing(
        table: FoldingTables.upperCase, changed: UInt8(ascii: "a")...UInt8(ascii: "z"))
    /// To lower case.
    static let lower = TextCasing(
        table: FoldingTables.lowerCase, changed: UInt8(ascii: "A")...UInt8(ascii: "Z"))

    let table: FoldingTable
    /// The letters of ASCII that change; they differ from the others by one bit.
    let changed: ClosedRange<UInt8>

    /// The changed text.
    ///
    /// - Complexity: linear in the text.
    func changed(_ text: String) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                output.append(changed.contains(byte) ? byte ^ 0x20 : byte)
                continue
            }
            let slot = table[scalar.value]
            if slot.isMapped {
                output += table.bytes[Int(slot.start)..<(Int(slot.start) + Int(slot.count))]
            } else {
                output += UTF8.encode(scalar) ?? .init()
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
