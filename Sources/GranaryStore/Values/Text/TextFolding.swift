/// The differences between texts to ignore: case, diacritical marks, or both.
///
/// Folding replaces a text by one that is the same for all texts that differ only in this way; folded texts
/// are then compared by their bytes. It depends on no locale and on no library: the tables are Granary's own,
/// from one version of Unicode, so every store and every machine gives the same answer. Nothing is folded by
/// default.
///
/// - With ``caseInsensitive``, full case folding of Unicode: `STRASSE` equals `straße`, and `ς` equals `σ`.
///   The Turkish exceptions are not applied. Composed and decomposed forms still differ.
/// - With ``diacriticInsensitive``, canonical decomposition and removal of nonspacing marks (general category
///   Mn): `é`, in either form, equals `e`. Letters that are not decomposed, such as `ø`, stay.
///
/// One character may become several: with ``caseInsensitive`` `ß` begins with `s`.
package struct TextFolding: OptionSet, Sendable, Hashable, Codable {
    /// The options as bits.
    package let rawValue: UInt8

    /// Makes a set from bits; unknown bits have no effect.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Upper and lower case are the same.
    package static let caseInsensitive = TextFolding(rawValue: 1)
    /// Letters with and without diacritical marks are the same.
    package static let diacriticInsensitive = TextFolding(rawValue: 2)

    /// The version of Unicode whose rules apply; another version may change which texts are equal.
    package static let unicodeVersion = FoldingTables.unicodeVersion
}

extension TextFolding {
    /// The canonical form of all texts that are equal under these options.
    ///
    /// - Complexity: linear in the text.
    package func fold(_ text: String) -> String {
        isEffective ? String(decoding: foldedBytes(text), as: UTF8.self) : text
    }

    /// The UTF-8 bytes of ``fold(_:)``.
    package func foldedBytes(_ text: String) -> [UInt8] {
        guard isEffective else { return Array(text.utf8) }
        return Bytewise.withBytes(text) { bytes in
            if let folded = TextFolder.foldASCII(bytes, self) { return folded }
            var folder = TextFolder(self, capacity: bytes.count)
            folder.append(bytes)
            return folder.finished()
        }
    }

    /// The folded bytes of a text in UTF-8.
    package func foldedBytes(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        // What is not UTF-8 becomes it.
        TextFolder.foldASCII(bytes, self) ?? foldedBytes(String(decoding: bytes, as: UTF8.self))
    }

    /// Whether any option is set that has an effect.
    var isEffective: Bool { !isDisjoint(with: [.caseInsensitive, .diacriticInsensitive]) }

    /// Whether two texts are the same under these options.
    package func equal(_ left: String, _ right: String) -> Bool {
        isEffective ? foldedBytes(left) == foldedBytes(right) : Bytewise.equal(left, right)
    }

    /// Orders two texts by their folded bytes.
    package func compare(_ left: String, _ right: String) -> Ordering {
        guard isEffective else { return Bytewise.compare(left, right) }
        return foldedBytes(left).withUnsafeBytes { a in
            foldedBytes(right).withUnsafeBytes { b in Bytewise.compare(a, b) }
        }
    }
}
