/// A former name that a version of the models gives to another part at the same time, as when two attributes exchange
/// their names.
///
/// Such a version may store rows in exactly the form of the one before, yet each value belongs to another property.
/// Therefore the declaration is a part of the version.
struct ReusedName: Hashable {
    /// The name of the table.
    let table: String
    /// The name of the column or relationship; `nil` for the table itself.
    let part: String?
    /// The former name.
    let former: String
}

extension ReusedName {
    /// The names of one table of a model and of its parts, with the former ones that they declare.
    struct Table {
        /// The name of the table.
        var name: String
        /// The name of the model.
        var model: String?
        /// The former name of the model.
        var former: String?
        /// The columns with the properties that they belong to.
        var columns: [(name: String, property: String, former: String?)]
        /// The relationships with tables of pairs.
        var pairs: [(name: String, former: String?)]
    }

    /// The former names that some tables and their parts give to each other.
    static func all(in tables: [Table]) -> [ReusedName] {
        tables.flatMap { table -> [ReusedName] in
            let others = tables.filter { $0.name != table.name }
            let own = table.former.flatMap { former in
                others.contains { $0.model == former || $0.name == former }
                    ? ReusedName(table: table.name, part: nil, former: former) : nil
            }
            return [own].compactMap { $0 } + parts(of: table)
        }
    }

    private static func parts(of table: Table) -> [ReusedName] {
        let columns = table.columns.filter { column in
            guard let former = column.former else { return false }
            return table.columns.contains {
                $0.property != column.property && ($0.property == former || $0.name == former)
            }
        }
        let pairs = table.pairs.filter { pair in
            pair.former.map { former in
                table.pairs.contains { $0.name != pair.name && $0.name == former }
            } ?? false
        }
        let found = columns.map { ($0.name, $0.former) } + pairs.map { ($0.name, $0.former) }
        return found.compactMap { name, former in
            former.map { ReusedName(table: table.name, part: name, former: $0) }
        }
    }
}

extension ReusedName.Table {
    /// The names of a model.
    init(_ entity: Entity) {
        name = entity.table
        model = entity.name
        former = entity.model.renamedFrom
        var declared: [String: String] = [:]
        for attribute in entity.model.attributes { declared[attribute.name] = attribute.renamedFrom }
        for relationship in entity.model.relationships {
            declared[relationship.name] = relationship.renamedFrom
        }
        columns = entity.columns.map { column in
            let property = entity.propertyName(column.property)
            return (column.name, property, declared[property])
        }
        pairs = entity.relationships.compactMap { relationship in
            guard case .link = relationship.storage else { return nil }
            return (relationship.name, declared[relationship.name])
        }
    }
}
