/// Finds YAML files whose keys may be whole trees, built from aliases.
///
/// The parser compares the keys of a mapping with their whole content. Twenty lines of aliases can make a key of a
/// million parts, so such files are refused before parsing. The search does not recognize strings and comments; the few
/// harmless files that it refuses can be rewritten.
enum AliasedKeys {
    /// Whether a text has aliases, and possibly a key that is not a name: one after `?`, an alias, or the end of a
    /// list or mapping before a colon.
    ///
    /// - Complexity: linear.
    static func areIn(_ yaml: String) -> Bool {
        let bytes = Array(yaml.utf8)
        var (hasAlias, hasKey) = (false, false)
        for (position, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "*"):
                let end = bytes[(position + 1)...].firstIndex { !isName($0) } ?? bytes.endIndex
                if end == position + 1 { continue }
                hasAlias = true
                if isBeforeColon(end, bytes) { hasKey = true }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if isBeforeColon(position + 1, bytes) { hasKey = true }
            case UInt8(ascii: "?"):
                if position == 0 || beforeKey.contains(bytes[position - 1]) { hasKey = true }
            default: continue
            }
            if hasAlias && hasKey { return true }
        }
        return false
    }

    /// Whether a colon follows, possibly after blanks.
    private static func isBeforeColon(_ position: Int, _ bytes: [UInt8]) -> Bool {
        bytes[position...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: ":")
    }

    /// Whether a byte can be in the name of an alias.
    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The bytes that may precede the `?` of a key.
    private static let beforeKey = Set(" \t\r\n[{,:-".utf8)
}
