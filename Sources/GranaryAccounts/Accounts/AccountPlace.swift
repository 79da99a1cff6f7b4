import Granary

/// The names of the places of accounts.
enum AccountPlace {
    /// 32 characters that file systems and PostgreSQL distinguish, however they treat letter case.
    private static let characters = Array("abcdefghijklmnopqrstuvwxyz234567")

    /// Draws a name that no other account has: 130 random bits.
    static func draw(from generator: inout some RandomNumberGenerator) -> String {
        // A letter first, as some names must not begin with a digit.
        String((0..<26).map { characters[Int.random(in: 0..<($0 == 0 ? 26 : 32), using: &generator)] })
    }

    /// Whether a text can be the name of a place, which somebody may have changed by hand.
    static func isName(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...StoreConfiguration.longestPlace).contains(bytes.count)
            && bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }
}
