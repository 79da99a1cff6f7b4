package import GranaryStore

/// The text of a native query, checked before an engine sees it.
package enum NativeText {
    /// Refuses a statement that is no query by its first word: engines call some statements reading that change the
    /// connection, such as the end of a transaction.
    ///
    /// - Throws: ``GranaryError/Code/query``.
    package static func checkReads(_ text: String, of engine: String, at place: StorePlace) throws {
        if Bytewise.holdsNull(text) {
            throw place.error(
                .query, "A native query holds U+0000, where \(engine) stops reading; leave it out.")
        }
        let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
        let word = String(scalars.prefix { $0.properties.isAlphabetic }).uppercased()
        if !["SELECT", "WITH", "VALUES"].contains(word) {
            throw place.error(
                .query,
                "A native query of \(engine) begins with SELECT, WITH or VALUES; it cannot change anything.")
        }
    }
}
