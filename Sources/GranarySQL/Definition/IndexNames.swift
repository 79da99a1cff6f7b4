internal import GranaryStore

/// Gives indexes descriptive names that are unique in a database.
package struct IndexNames {
    // Of all tables: an index shares its names with the whole schema (PostgreSQL manual, CREATE INDEX).
    private var taken: Set<String> = []

    /// The name of an index: table and columns, with a number if the name is taken, within PostgreSQL's 63 bytes.
    mutating func name(table: String, columns: [String], isUnique: Bool) -> String {
        let suffix = isUnique ? "_unique" : "_index"
        let stem = ([table] + columns).joined(separator: "_")
        var name = Self.cut(stem, to: 63 - suffix.utf8.count) + suffix
        var number = 2
        // In lower case, since SQLite does not distinguish names by case
        // (Docs/Decisions/schema-fingerprint-and-names.md).
        while !taken.insert(name.lowercased()).inserted {
            let ending = "_\(number)\(suffix)"
            name = Self.cut(stem, to: 63 - ending.utf8.count) + ending
            number += 1
        }
        return name
    }

    /// The beginning of a text, up to a number of bytes.
    package static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var end = text.startIndex
        var count = 0
        // By characters, since the last byte that fits may be inside of one.
        for character in text {
            count += character.utf8.count
            if count > bytes { break }
            end = text.index(after: end)
        }
        return String(text[..<end])
    }
}
