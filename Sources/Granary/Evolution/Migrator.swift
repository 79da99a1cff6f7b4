internal import FoundationEssentials

/// Migrates one store without a stack: dry run, rehearsal, the migration itself, and the copies it has kept.
///
/// ```swift
/// let migrator = try Migrator(schema, configuration, backends: [.sqlite])
/// print(try migrator.forecast()?.description ?? "There is no store.")
/// ```
public struct Migrator: Sendable {
    private let schema: Schema
    private let configuration: StoreConfiguration
    private let names: [String]
    private let backend: any MigratingBackend.Type

    /// Prepares the work on the store of a configuration; opens nothing.
    ///
    /// `names` are the schema's configurations that the store holds; by default only the one with the store's name.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` for a backend that cannot migrate stores.
    public init(
        _ schema: Schema, _ configuration: StoreConfiguration, holding names: [String]? = nil,
        backends: [Backend]
    ) throws {
        let backend = try StoreRegistry(backends: backends).backend(for: configuration.type)
        guard let backend = backend as? any MigratingBackend.Type else {
            throw GranaryError(
                .unsupported, "Stores of the type “\(configuration.type)” are not migrated.")
        }
        self.schema = schema
        self.configuration = configuration
        self.backend = backend
        self.names = names ?? [configuration.name]
    }

    private var request: StoreOpenRequest {
        var request = StoreOpenRequest(to: schema, names, configuration)
        request.mustExist = configuration.mustExist
        return request
    }

    /// The changes that opening the store would make; `nil` if there is no store.
    ///
    /// A store that is not there and must be (``StoreConfiguration/mustExist``) is ``GranaryError/Code/notFound``.
    ///
    /// Nothing is changed. Rows are counted only in stores that can be inspected, and not at all if `countingRows` is
    /// false, which takes no longer for a large store than for a small one.
    public func forecast(countingRows: Bool = true) throws -> MigrationForecast? {
        guard let held = try backend.storedSchema(request) else {
            if configuration.mustExist {
                throw GranaryStore.StorePlace(configuration.type, store: configuration.name, path: nil)
                    .named(request.missing)
            }
            return nil
        }
        let path = MigrationPath(from: held, to: schema, names, consents: configuration.consents)
        let touched = Set(path.plan.steps.filter { $0.touchesRows || $0.losesData }.map(\.table))
        let sources = path.plan.changes.compactMap { change in
            touched.contains(change.target?.name ?? change.source?.name ?? "") ? change.source : nil
        }
        var rows: [String: Int] = [:]
        var size: Int64 = 0
        if countingRows, let inspectable = backend as? any InspectableBackend.Type {
            size = try inspectable.inspect(configuration)?.size ?? 0
            let records = try StoredRecords(configuration, backends: [Backend(inspectable)])
            defer { records.close() }
            for table in sources where !table.isPairs { rows[table.label] = try records.count(table.name) }
        }
        let isCopied = path.runsCode || !path.losses.isEmpty
        let copying = isCopied ? Double(size) / 100_000_000 : 0
        return MigrationForecast(
            plan: path.plan, versions: path.versions, dataMigrations: path.data.compactMap(\.name),
            runsCode: path.runsCode, losses: path.losses,
            refusal: path.refusal?.message, missingConsents: path.missingConsents, rows: rows,
            locked: sources.map(\.name).sorted(),
            expectedSeconds: Double(rows.values.reduce(0, +)) * 0.000_004 + copying)
    }

    /// Carries the migration out on a copy and removes the copy; `nil` if there is no store.
    ///
    /// `progress` receives the progress; an error that it throws ends the rehearsal.
    ///
    /// - Throws: the errors of the migration, and of `progress`; ``GranaryError/Code/unsupported`` for a backend that
    ///   cannot copy stores.
    public func rehearse(
        progress: (@Sendable (MigrationProgress) throws -> Void)? = nil
    ) throws -> MigrationRehearsal? {
        guard let backend = backend as? any CopyingBackend.Type else { throw cannotCopy }
        guard let forecast = try forecast(), let copy = try backend.copy(configuration, as: .working) else {
            return nil
        }
        defer { try? backend.destroy(copy.configuration) }
        var configuration = copy.configuration
        configuration.onIncompatible = .migrate
        configuration.keepsLostData = false
        let begin = ContinuousClock.now
        try StorePreparation(
            StoreOpenRequest(to: schema, names, configuration), backend, schema.migrations,
            monitor: progress.map { MigrationMonitor(nil, $0) }
        ).open().close()
        let time = begin.duration(to: .now)
        let records = try StoredRecords(configuration, backends: [Backend(backend)])
        defer { records.close() }
        var rows: [String: Int] = [:]
        for model in records.models { rows[model] = try records.count(model) }
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        return withExtendedLifetime(copy) {
            MigrationRehearsal(forecast: forecast, seconds: seconds, rows: rows)
        }
    }

    /// Carries the migration out, or creates the store if there is none and ``StoreConfiguration/mustExist`` is false.
    ///
    /// `progress` receives the progress, after every ``MigrationMonitor/interval`` rows. An error that it throws ends
    /// the running migration, and leaves the store unchanged by that one.
    ///
    /// - Throws: the errors of opening a stack, and of `progress`.
    public func migrate(progress: (@Sendable (MigrationProgress) throws -> Void)? = nil) throws {
        try StorePreparation(
            request, backend, schema.migrations, monitor: progress.map { MigrationMonitor(nil, $0) }
        ).open().close()
    }

    // MARK: Kept copies

    /// The configurations of the copies kept before data was dropped, and of stores that were moved aside, oldest
    /// first.
    ///
    /// Each is a store that can be opened with the models it was created with.
    public func kept() throws -> [StoreConfiguration] {
        try (backend as? any CopyingBackend.Type)?.copies(of: configuration) ?? []
    }

    /// Removes one of ``kept()``.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for any other store.
    public func drop(_ kept: StoreConfiguration) throws {
        guard try self.kept().contains(kept) else {
            throw GranaryError(
                .notFound, "This store has put nothing aside under that name, so there is nothing to drop.")
        }
        try backend.destroy(kept)
    }

    private var cannotCopy: GranaryError {
        GranaryError(
            .unsupported,
            "Stores of the type “\(configuration.type)” cannot be copied, so nothing can be rehearsed. Make a copy by the engine's own means, and migrate that."
        )
    }
}
