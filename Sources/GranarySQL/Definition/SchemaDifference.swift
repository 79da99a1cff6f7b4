import GranaryStore

/// The differences between two sets of tables, in words for people.
package struct SchemaDifference: Sendable, Hashable {
    /// The differences, each a part of a sentence such as `table "Flight" has no column "delay"`.
    package private(set) var findings: [String] = []

    private let toleratesAdditions: Bool

    /// Compares the tables of a schema with those that were found.
    ///
    /// With `toleratesAdditions`, only wanted parts that are missing are differences; indexes that are not unique do
    /// not count.
    package init(wanted: [TableDefinition], found: [TableDefinition], toleratesAdditions: Bool = false) {
        self.toleratesAdditions = toleratesAdditions
        let foundByName = Dictionary(found.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let wantedNames = Set(wanted.map(\.name))
        for table in wanted {
            if let present = foundByName[table.name] {
                compare(table, with: present)
            } else {
                findings.append("there is no table “\(table.name)”")
            }
        }
        if toleratesAdditions { return }
        for table in found where !wantedNames.contains(table.name) {
            findings.append("the table “\(table.name)” is not in the schema")
        }
    }

    /// Notes tables that are wanted for one configuration and belong to another.
    package mutating func add(taken tables: Set<String>) {
        findings += tables.sorted().map { "the table “\($0)” belongs to another configuration" }
    }

    /// Notes differences that an engine has found, each as a part of a sentence.
    package mutating func add(_ deviations: [String]) { findings += deviations }

    /// Whether there are no differences.
    package var isEmpty: Bool { findings.isEmpty }

    private mutating func compare(_ wanted: TableDefinition, with found: TableDefinition) {
        let label = "the table “\(wanted.name)”"
        for column in wanted.columns {
            guard let present = found.column(column.name) else {
                findings.append("\(label) has no column “\(column.name)”")
                continue
            }
            if present.type != column.type {
                findings.append(
                    "\(label) has the column “\(column.name)” as \(present.type.rawValue), not \(column.type.rawValue)"
                )
            }
            if present.isOptional != column.isOptional {
                findings.append(
                    "\(label) has the column “\(column.name)” \(present.isOptional ? "optional" : "required"), not \(column.isOptional ? "optional" : "required")"
                )
            }
        }
        for column in found.columns where !toleratesAdditions && wanted.column(column.name) == nil {
            findings.append("\(label) has the column “\(column.name)”, which is not in the schema")
        }
        if wanted.key != found.key { findings.append("\(label) has another primary key") }
        compareIndexes(wanted, found, label)
        let (needed, present) = (Set(wanted.references), Set(found.references))
        if toleratesAdditions ? !needed.isSubset(of: present) : needed != present {
            findings.append("\(label) has other foreign keys")
        }
    }

    private mutating func compareIndexes(_ wanted: TableDefinition, _ found: TableDefinition, _ label: String)
    {
        let present = Set(found.indexes.map(Shape.init))
        let needed = Set(wanted.indexes.map(Shape.init))
        for index in wanted.indexes where !present.contains(Shape(index)) {
            if toleratesAdditions, !index.isUnique { continue }
            findings.append("\(label) has no \(Shape(index).words)")
        }
        // Another index changes the speed of a store, another unique constraint the values that it takes.
        for index in found.indexes
        where !toleratesAdditions && index.isUnique && !needed.contains(Shape(index)) {
            findings.append("\(label) has a \(Shape(index).words), which is not in the schema")
        }
    }

    /// An index without its name.
    ///
    /// Additional indexes that are not unique are no difference.
    private struct Shape: Hashable {
        let columns: [String]
        let isUnique: Bool

        init(_ index: IndexDefinition) {
            columns = index.columns
            isUnique = index.isUnique
        }

        var words: String {
            "\(isUnique ? "unique constraint" : "index") on \(columns.joined(separator: ", "))"
        }
    }
}
