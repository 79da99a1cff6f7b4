/// A name of an earlier version that a part of the wanted schema declares, and the part that a store has under it.
///
/// Parts are known by their positions: tables in a schema, properties in a table, ends of relationships in a model.
struct DeclaredRename {
    /// The wanted part.
    let target: Int
    /// The part of the store with the former name; `nil` if it has none.
    let source: Int?
    /// The part of the store that has the target's own name and was recorded with the same former name; `nil` if there
    /// is none.
    ///
    /// A store with such a part has completed the rename.
    let holder: Int?

    /// The sources of the targets whose renames are still to be carried out, by target.
    ///
    /// A rename that a store has completed is done, unless the part that it led to gets another name: then a new part
    /// has that name, which declares where it comes from.
    static func open(_ declared: [DeclaredRename]) -> [Int: Int] {
        var sources: [Int: Int] = [:]
        var claimed: Set<Int> = []
        var rest = declared
        while true {
            let open = rest.filter { rename in rename.holder.map(claimed.contains) ?? true }
            if open.isEmpty { return sources }
            rest.removeAll { rename in open.contains { $0.target == rename.target } }
            for rename in open {
                guard let source = rename.source, claimed.insert(source).inserted else { continue }
                sources[rename.target] = source
            }
        }
    }
}
