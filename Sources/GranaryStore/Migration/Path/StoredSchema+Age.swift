extension StoredSchema {
    /// The error for a program with an older version of the models; `nil` if its version is not older, or if a
    /// migration that it declares leads back to it.
    ///
    /// The older of two versions is the one that the store reached first.
    func refusal(
        ofOlder wanted: StoredSchema, by migrations: [any SchemaMigration], of asked: [String]
    ) -> GranaryError? {
        let steps = self.migrations.filter { $0.name == nil && Set($0.configurations).isSubset(of: asked) }
        let isOlder = Set(steps.map(\.configurations)).contains { names in
            let versions = steps.filter { $0.configurations == names }.flatMap { [$0.source, $0.target] }
            let (held, known) = (fingerprint(of: Set(names)), wanted.fingerprint(of: Set(names)))
            guard held != known, let age = versions.firstIndex(of: known) else { return false }
            return age < versions.firstIndex(of: held) ?? versions.endIndex
        }
        if !isOlder { return nil }
        let kept = asked.filter(configurations.contains)
        // None is left where all of them have been renamed.
        let names = kept.isEmpty ? asked : kept
        let (held, known) = (fingerprint(of: Set(names)), wanted.fingerprint(of: Set(names)))
        if (try? MigrationPath.edges(from: held, to: known, by: migrations, of: names)) != nil { return nil }
        let (new, old) = (MigrationPath.short(held), MigrationPath.short(known))
        return GranaryError(
            .newer,
            "A newer version of the program has migrated the store from version \(old) of the models, which this program has, to version \(new); it was left untouched. Use the newer program; or, to go back, declare a Migration from \(new) to this program's schema."
        )
    }

    /// Whether programs with older versions of some configurations may read the store.
    func isReadable(byOlderVersionsOf names: [String]) -> Bool {
        names.allSatisfy(readableByOlderVersions.contains)
    }
}
