internal import GranaryStore
internal import GranarySQL

/// The names of the schemas that a store needs in addition to its own: each begins with the schema's name, and no two
/// stores share any.
struct NamesBeside {
    /// The beginning: the schema's name, or, where that is long, its first letters and a digest.
    let stem: String
    /// The beginning in earlier versions, which stores with long names shared.
    let formerStem: String

    /// The most bytes of a stem: names have 63, a timestamp takes 23 of them and the number of a working copy 21.
    private static let mostBytes = 40

    /// Names the schemas next to a schema.
    init(_ schema: String) {
        formerStem = String(schema.unicodeScalars.prefix(30))
        if schema.utf8.count <= Self.mostBytes {
            stem = schema
        } else {
            let digest = Self.digest(of: schema)
            let digits = String(repeating: "0", count: 16 - digest.count) + digest
            stem = IndexNames.cut(schema, to: Self.mostBytes - 17) + "_" + digits
        }
    }

    /// The beginning of the name of a working copy; a number follows.
    var workingPrefix: String { stem + "_new_" }

    /// A digest of a name, in hexadecimal digits.
    static func digest(of name: String) -> String {
        // FNV-1a: the engine's own digests may be forbidden on its machine.
        let digest = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
        }
        return String(digest, radix: 16)
    }
}
