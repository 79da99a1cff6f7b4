extension SchemaDraft {
    /// Checks the names of configurations, models and properties; those of tables and columns come later.
    mutating func checkNames() {
        for configuration in configurations { checkConfiguration(configuration) }
        for clash in NameRule.clashes(configurations) {
            report(
                """
                The configurations \(clash.map(NameRule.quoted).joined(separator: " and ")) differ in case \
                only, and would share files and settings; rename one.
                """
            )
        }
        for clash in NameRule.clashes(models.map(\.name)) {
            report("The models \(clash.joined(separator: " and ")) differ in case only; rename one.")
        }
        for model in models {
            if let fault = NameRule.fault(model.name) {
                report("The model name \(NameRule.quoted(model.name)) \(fault); rename the model.")
            }
            checkProperties(of: model)
        }
    }

    private mutating func checkConfiguration(_ name: String) {
        if let fault = NameRule.fault(name) {
            report("The configuration name \(NameRule.quoted(name)) \(fault); rename the configuration.")
        } else if name.contains(where: { "./\\".contains($0) }) {
            report(
                """
                The configuration name “\(name)” contains a dot or separator, but becomes a file name and \
                a key; leave it out.
                """
            )
        }
    }

    private mutating func checkProperties(of model: ModelDraft) {
        let names = model.description.attributes.map(\.name) + model.description.relationships.map(\.name)
        for name in names {
            if let fault = NameRule.fault(name) {
                report(
                    "\(model.name) has a property whose name \(NameRule.quoted(name)) \(fault); rename it.")
            }
        }
        for (name, same) in Dictionary(grouping: names, by: { $0 }).sorted(by: { $0.key < $1.key })
        where same.count > 1 {
            report("\(model.name) has \(same.count) properties named “\(name)”; rename all but one.")
        }
        let stored =
            model.description.attributes.count + model.description.relationships.count { !$0.isToMany }
        if stored > PropertySet.capacity {
            report(
                """
                \(model.name) has \(stored) attributes and relationships to one, but at most \
                \(PropertySet.capacity) are supported; move some to a model of their own.
                """
            )
        }
    }

    /// Checks the names of tables, the tables of pairs among them.
    mutating func checkTables() {
        for model in models { checkTable(model.description.table, of: model.name) }
        for link in linkDrafts {
            if let fault = NameRule.fault(link.name) {
                report(
                    """
                    The table of pairs \(NameRule.quoted(link.name)) \(fault); name it yourself, by \
                    `@Relationship(.table("…"))`.
                    """
                )
            }
            for column in link.firstColumns + link.secondColumns {
                guard let fault = NameRule.fault(column.name) else { continue }
                report(
                    """
                    The table of pairs \(NameRule.quoted(link.name)) has a column whose name \
                    \(NameRule.quoted(column.name)) \(fault); it begins with the name of a model or of a \
                    relationship and ends with the column of a key. Shorten one of them.
                    """
                )
            }
        }
        let owners =
            models.map { ($0.description.table, "the model \($0.name)") }
            + linkDrafts.map {
                ($0.name, "the pairs of \(models[$0.first].name) and \(models[$0.second].name)")
            }
        for clash in NameRule.clashes(owners.map(\.0)) {
            let who = owners.filter { clash.contains($0.0) }.map(\.1).joined(separator: " and ")
            report(
                """
                The table name “\(clash[0])” is used by \(who); give one of them another \
                table, by `@Model(table:)` or `@Relationship(.table("…"))`.
                """
            )
        }
    }

    private mutating func checkTable(_ table: String, of model: String) {
        if let fault = NameRule.fault(table) {
            report("The table name \(NameRule.quoted(table)) of \(model) \(fault); choose another.")
        }
        checkPrefix(of: table, "The table name “\(table)” of \(model)")
    }

    /// Refuses a table whose name begins as those of stores do; the subject names it for the message.
    mutating func checkPrefix(of table: String, _ subject: String) {
        let folded = table.lowercased()
        for prefix in NameRule.reservedTablePrefixes where folded.begins(with: prefix) {
            report("\(subject) begins with “\(prefix)”, which stores keep for themselves; choose another.")
        }
    }
}
