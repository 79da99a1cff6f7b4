/// Digests everything that decides how rows are stored into 32 hexadecimal digits.
///
/// The digest is FNV-1a with 128 bits over a canonical text: tables sorted by name with their columns (name,
/// type, whether null is allowed) sorted by name, key columns in order, unique constraints, indexes,
/// folded ones, and foreign keys sorted. Names in Swift, delete rules, defaults and the order of declarations do not count:
/// they store nothing. A former name counts where the same version gives it to another part (``ReusedName``).
package enum SchemaFingerprint {
    /// The digest of some entities and tables of pairs.
    static func of(_ entities: [Entity], _ links: [LinkTable]) -> String {
        of(entities, links, reusing: ReusedName.all(in: entities.map(ReusedName.Table.init)))
    }

    /// The digest of some entities and tables of pairs that declare no former names themselves.
    static func of(_ entities: [Entity], _ links: [LinkTable], reusing names: [ReusedName]) -> String {
        digest(canonicalText(entities, links, reusing: names))
    }

    /// The text that is digested, one fact per line.
    static func canonicalText(
        _ entities: [Entity], _ links: [LinkTable], reusing names: [ReusedName] = []
    ) -> String {
        let tables = entities.sorted { $0.table < $1.table }.flatMap(lines(for:))
        let pairs = links.sorted { $0.name < $1.name }.flatMap(lines(for:))
        let reused = names.map(line(for:)).sorted()
        return (["granary schema 1"] + tables + pairs + reused).joined(separator: "\n")
    }

    private static func line(for name: ReusedName) -> String {
        let part = name.part.map { " \(quoted($0))" } ?? ""
        return "former \(quoted(name.table))\(part) \(quoted(name.former))"
    }

    private static func lines(for entity: Entity) -> [String] {
        let name: (Int) -> String = { quoted(entity.columns[$0].name) }
        let list: ([Int]) -> String = { $0.map(name).joined(separator: " ") }
        // Statements, since the compiler takes 17 seconds to find the types of one sum of these lists.
        var lines = ["table \(quoted(entity.table))", "key \(list(entity.keyColumns))"]
        lines += entity.columns.map(line(for:)).sorted()
        lines += entity.uniques.map { "unique \(list($0))" }.sorted()
        lines += entity.indexes.map { "index \(list($0))" }.sorted()
        lines += entity.foldedIndexes.map { "folded index \(name($0))" }.sorted()
        let references = entity.toOne.filter { !$0.crossesConfigurations }
        lines += references.map { reference in
            "foreign key \(list(Array(reference.columns))) to \(quoted(reference.destination.table))"
        }.sorted()
        return lines
    }

    private static func lines(for link: LinkTable) -> [String] {
        ["pairs \(quoted(link.name))"]
            + ["first \(quoted(link.firstEntity.table))"] + link.firstColumns.map(line(for:))
            + ["second \(quoted(link.secondEntity.table))"] + link.secondColumns.map(line(for:))
    }

    private static func line(for column: Column) -> String {
        "column \(quoted(column.name)) \(column.type.rawValue)\(column.isOptional ? " optional" : "")"
    }

    private static func quoted(_ name: String) -> String {
        // Escape scalars: a quote with a combining mark is one character, which does not equal a quote.
        "\"\(name.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined())\""
    }

    /// FNV-1a, 128 bits (RFC 9923): the offset basis and prime are the algorithm's.
    package static func digest(_ text: String) -> String {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in text.utf8 {
            hash ^= UInt128(byte)
            hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}
