/// The files that are in a store's directory, by their names.
enum StoreFile {
    /// Whether a file of this name belongs to a store: those of LevelDB, and the description.
    static func isKnown(_ name: String) -> Bool {
        if fixed.contains(name) { return true }
        if name.hasPrefix("MANIFEST-") { return isNumber(name.dropFirst("MANIFEST-".count)) }
        guard let dot = name.lastIndex(of: ".") else { return false }
        return endings.contains(String(name[dot...])) && isNumber(name[..<dot])
    }

    private static let fixed: Set = [
        StoreDirectory.description, StoreDirectory.description + PrivateFile.replacementSuffix,
        StoreDirectory.lock, "CURRENT", "LOG", "LOG.old",
    ]
    private static let endings: Set = [".log", ".ldb", ".sst", ".dbtmp"]

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
