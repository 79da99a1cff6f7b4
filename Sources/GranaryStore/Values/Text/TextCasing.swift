/// A change of letters to upper or lower case, by Granary's own tables of one version of Unicode.
///
/// Each character changes by itself, to one or several: without the rules of a language, and without regard to what is
/// around it. So `ß` becomes `SS`, and `Σ` becomes `σ`, at the end of a word too.
package struct TextCasing: Sendable {
    /// To upper case.
    package static let upper = TextCasing(
        table: FoldingTables.upperCase, changed: UInt8(ascii: "a")...UInt8(ascii: "z"))
    /// To lower case.
    package static let lower = TextCasing(
        table: FoldingTables.lowerCase, changed: UInt8(ascii: "A")...UInt8(ascii: "Z"))

    let table: FoldingTable
    /// The letters of ASCII that change; they differ from the others by one bit.
    let changed: ClosedRange<UInt8>

    /// The changed text.
    ///
    /// - Complexity: linear in the text.
    func changed(_ text: String) -> String {
        let plain = Bytewise.withBytes(text) { bytes in
            var isPlain = false
            let changed = String(unsafeUninitializedCapacity: bytes.count) { output in
                isPlain = changePlain(bytes, into: output)
                return isPlain ? bytes.count : 0
            }
            return isPlain ? changed : nil
        }
        return plain ?? changedByTable(text)
    }

    /// Calls a closure with the changed bytes of a text in UTF-8; what is not UTF-8 becomes it.
    ///
    /// - Complexity: linear in the text.
    package func withChanged(_ text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { output in
            if changePlain(text, into: output) { return body(UnsafeRawBufferPointer(output)) }
            Bytewise.withBytes(changedByTable(String(decoding: text, as: UTF8.self)), body)
        }
    }

    /// Changes a text of ASCII into a buffer of its size at least; false for another text.
    private func changePlain(
        _ text: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        let (first, count) = (changed.lowerBound, changed.upperBound - changed.lowerBound)
        // Without an end at the first other byte, several bytes can be changed at once.
        var all: UInt8 = 0
        for index in text.indices {
            let byte = text[index]
            all |= byte
            output[index] = byte &- first <= count ? byte ^ 0x20 : byte
        }
        return all < 0x80
    }

    private func changedByTable(_ text: String) -> String {
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
