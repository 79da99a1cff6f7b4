internal import GranaryStore

/// The files that are in a store's directory, by their names.
enum StoreFile {
    /// Whether a file of this name belongs to a store: those of LevelDB, and the description.
    static func isKnown(_ name: String) -> Bool {
        if fixed.contains(name) { return true }
        if let number = name.rest(after: "MANIFEST-") { return isNumber(number) }
        guard let (number, ending) = name.halves(atLast: ".") else { return false }
        return endings.contains(ending) && isNumber(number)
    }

    private static let fixed: Set = [
        StoreDirectory.description, StoreDirectory.description + PrivateFile.replacementSuffix,
        StoreDirectory.lock, "CURRENT", "LOG", "LOG.old",
    ]
    private static let endings: Set = ["log", "ldb", "sst", "dbtmp"]

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
