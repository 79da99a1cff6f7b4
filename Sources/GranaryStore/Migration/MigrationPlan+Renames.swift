extension MigrationPlan {
    /// The most sentences about renames, so that the remedy stays short.
    private static let mostRenames = 4

    /// Sentences about what is new and may be, under another name, what would be dropped.
    var possibleRenames: [String] {
        let added = steps.compactMap { step in
            switch step.action {
            case .addAttribute: rename(to: step.properties, of: step)
            case .addModel: rename(to: step)
            default: nil
            }
        }
        return Array(added.prefix(Self.mostRenames))
    }

    private func rename(to properties: [String], of step: MigrationStep) -> String? {
        guard let property = properties.first else { return nil }
        let wanted = target.table(step.table)?.columns.first { $0.property == property }
        let held = source.tables.first { $0.name == step.table || $0.model == step.model }
        let former = steps.filter { $0.action == .dropAttribute && $0.table == step.table }
            .flatMap(\.properties)
            .filter { name in
                // What another kind of values has is hardly the same under another name.
                held?.columns.first { $0.property == name }.map { $0.type == wanted?.type } ?? true
            }
        guard let first = former.first else { return nil }
        let name = "\(step.model).\(property)"
        if let declared = wanted?.renamedFrom {
            if held?.columns.contains(where: { $0.isCalled(declared) }) == true { return nil }
            return
                "The store has no “\(declared)” for “\(name)” to be renamed from; it has \(Self.list(former))."
        }
        return Self.rename(to: name, from: former, declaring: "@Attribute(renamedFrom: \"\(first)\")")
    }

    private func rename(to step: MigrationStep) -> String? {
        let former = steps.filter { $0.action == .dropModel && source.table($0.table)?.isPairs == false }
            .map(\.model)
        guard let table = target.table(step.table), !table.isPairs, let first = former.first else {
            return nil
        }
        if let declared = table.renamedFrom {
            if source.tables.contains(where: { $0.name == declared || $0.model == declared }) { return nil }
            return
                "The store has no “\(declared)” for “\(step.model)” to be renamed from; it has \(Self.list(former))."
        }
        return Self.rename(to: step.model, from: former, declaring: "@Model(renamedFrom: \"\(first)\")")
    }

    private static func rename(to name: String, from former: [String], declaring words: String) -> String {
        let names = former.count == 1 ? list(former) : "one of \(list(former))"
        return "If “\(name)” is \(names) under a new name, declare that, as in \(words)."
    }

    static func list(_ names: [String]) -> String {
        names.map { "“\($0)”" }.joined(separator: ", ")
    }
}

extension StoredColumn {
    fileprivate func isCalled(_ word: String) -> Bool { name == word || property == word }
}
