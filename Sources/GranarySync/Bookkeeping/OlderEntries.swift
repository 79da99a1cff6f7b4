import FoundationEssentials
import Granary

/// Brings what older models have noted to the names of the present ones.
struct OlderEntries {
    let core: RepositoryCore

    /// The row that says by which models the names were brought up to date.
    private static let digest = "names of models"

    /// Renames models and properties in entries and gaps by `renamedFrom`, once for each version of the models.
    ///
    /// An entry that does not fit any more is refused, so that the program decides about it. One in a format that this
    /// version cannot read waits.
    nonisolated(nonsending) func rename() async throws {
        let (rule, now) = (core.rule, core.times.now())
        try await core.stack.performOnStores(RepositoryCore.servedOptions()) { context in
            guard let bookkeeping = context.schema.entity(of: SyncQuery.self) else { return }
            let version = context.schema.fingerprint(of: [bookkeeping.configuration])
            let known = try context.object(ObjectID<SyncQuery>(Self.digest))
            if known?.entity == version { return }
            let renaming = EntryRenaming(names: FormerNames(context.schema, rule))
            for entry in try context.fetch(SyncEntry.all) { try renaming.rename(entry) }
            for gap in try context.fetch(SyncGap.all) { renaming.rename(gap) }
            if let known {
                (known.entity, known.servedAt) = (version, now)
            } else {
                try context.insert(
                    SyncQuery(digest: Self.digest, entity: version, servedAt: now, isWhole: false))
            }
            try context.save()
        }
    }
}
