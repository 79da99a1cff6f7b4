extension MigrationPath {
    /// Carries the migrations on a path out, one after the other.
    ///
    /// A migration without code runs on the store itself. Code runs on a copy on which the plan has been carried out;
    /// the copy then replaces the store in one step, so that an interruption leaves either the old version or the new
    /// one.
    struct Execution {
        let request: StoreOpenRequest
        let backend: any MigratingBackend.Type
        let path: MigrationPath
        let monitor: MigrationMonitor?
        private var names: [String] { path.names }

        /// Carries every migration out.
        func run() throws {
            let stages = path.stages ?? []
            for (number, stage) in stages.enumerated() {
                try monitor?.beginStage(number, of: stages.count)
                // A backend checks again before it changes anything, so the first stage need not.
                let held = try number == 0 ? path.plan.source : backend.storedSchema(request)
                guard let held else { throw Self.changed }
                switch stage {
                case .plan: try runPlan(from: held)
                case .edge(let edge): try run(edge, from: held)
                case .data(let migration, let record): try run(migration, record, from: held)
                }
            }
            try monitor?.finish()
        }

        private func runPlan(from held: StoredSchema) throws {
            let plan = StorePreparation.plan(request, from: held)
            // Another process has been faster.
            if plan.isEmpty { return }
            if let refusal = plan.refusal(consents: request.configuration.consents) { throw refusal }
            try unlessOvertaken(request, plan) {
                try DataKeeping(backend, request.configuration, monitor)
                    .migrate(request, plan.recording(record(of: plan)))
            }
        }

        /// The store's record of a plan: the versions of the configurations that it held before, since a program that was
        /// not updated knows no others.
        private func record(of plan: MigrationPlan) -> StoredMigration {
            let changed = plan.changes.compactMap(\.source?.configuration)
            let held = Set(names).intersection(plan.source.configurations).union(changed).sorted()
            return StoredMigration(
                configurations: held, source: plan.source.fingerprint(of: Set(held)),
                target: plan.target.fingerprint(of: Set(held)))
        }

        private func run(_ edge: Edge, from held: StoredSchema) throws {
            let migration = edge.migration as? any CodedMigration
            let target = StoreOpenRequest(to: edge.migration.target, names, request.configuration)
            var plan = try plan(for: target, from: held, edge.source)
            let isCoded = migration?.hasCode ?? false
            if isCoded { plan = plan.leavingValuesToCode() }
            let consents = request.configuration.consents
            if let refusal = plan.refusal(consents: consents, declared: migration?.consents ?? []) {
                throw refusal
            }
            plan = plan.recording(record(of: plan))
            guard isCoded, let migration else {
                return try unlessOvertaken(target, plan) {
                    try DataKeeping(backend, request.configuration, monitor).migrate(target, plan)
                }
            }
            try unlessOvertaken(target, plan) { try run(migration, target, plan) }
        }

        private func run(
            _ migration: any CodedMigration, _ record: StoredMigration, from held: StoredSchema
        ) throws {
            let target = StoreOpenRequest(to: migration.target, names, request.configuration)
            let plan = try plan(for: target, from: held, record.source)
            // Another process has been faster.
            if plan.source.migrations.contains(where: { $0.name == record.name }) { return }
            if let refusal = plan.refusal(consents: []) { throw refusal }
            try unlessOvertaken(target, plan) { try run(migration, target, plan.recording(record)) }
        }

        /// Carries one migration out; if that fails in a store that no longer has the plan's source, the error is a
        /// conflict.
        ///
        /// Another process that was faster may have the store open, so that it is locked, or has replaced the tables that
        /// code read.
        private func unlessOvertaken(
            _ target: StoreOpenRequest, _ plan: MigrationPlan, _ body: () throws -> Void
        ) throws {
            do {
                try body()
            } catch let error as GranaryError where error.code == .cancelled || error.code == .conflict {
                throw error
            } catch let failure as MigrationCodeFailure where failure.isPassing {
                throw failure
            } catch {
                guard let held = try? backend.storedSchema(target), held != plan.source else { throw error }
                throw Self.changed
            }
        }

        private func plan(
            for target: StoreOpenRequest, from held: StoredSchema, _ version: String
        ) throws -> MigrationPlan {
            guard held.fingerprint(of: Set(names)) == version else { throw Self.changed }
            return MigrationPlan(from: held, to: StoredSchema(target), configurations: Set(names))
        }

        /// Carries a migration with code out on a copy, which then replaces the store.
        private func run(_ migration: any CodedMigration, _ target: StoreOpenRequest, _ plan: MigrationPlan)
            throws
        {
            guard let backend = backend as? any CopyingBackend.Type else {
                throw GranaryError(
                    .unsupported,
                    "Stores of the type “\(request.configuration.type)” cannot be copied, which a migration with code needs. Let a program move the data into a new store."
                )
            }
            try monitor?.check()
            guard let copy = try backend.copy(request.configuration, as: .working) else { throw Self.changed }
            guard copy.schema == plan.source else {
                try? backend.destroy(copy.configuration)
                throw Self.changed
            }
            var kept: StoreCopy?
            do {
                var working = MigrationRequest(store: target, plan: plan, monitor: monitor)
                working.store.configuration = copy.configuration
                working.store.isForOnePass = true
                try monitor?.check()
                try backend.migrate(working)
                try runCode(of: migration, working, backend)
                kept = try DataKeeping(backend, request.configuration, monitor).keep(plan)
                try monitor?.check()
                try backend.replace(request.configuration, with: copy)
            } catch {
                try? backend.destroy(copy.configuration)
                // If the store was not replaced after all, the copy that was kept of it is useless.
                if let kept, (try? backend.inspect(request.configuration))?.schema == plan.source {
                    try? backend.destroy(kept.configuration)
                }
                throw error
            }
        }

        private func runCode(
            of migration: any CodedMigration, _ working: MigrationRequest, _ backend: any CopyingBackend.Type
        ) throws {
            let source = working.plan.source
            // Another process may have migrated the store: opening it by its old schema is refused then.
            let described = Schema(stored: source)
            let old = try backend.open(
                StoreOpenRequest(reading: described, request.configuration, as: source))
            defer { try? old.close() }
            let records = try StoredRecords(source, described, old, owns: false)
            defer { records.close() }
            let new = try backend.open(working.store)
            defer { try? new.close() }
            do {
                try migration.run(from: records, to: new, working)
            } catch {
                throw MigrationCodeFailure(cause: error)
            }
        }

        private static let changed = GranaryError(
            .conflict,
            "The store was changed while its migration was planned; nothing was changed. Open it again.")
    }
}

extension StoreOpenRequest {
    /// Requests a store for some configurations of a schema.
    package init(to schema: Schema, _ names: [String], _ configuration: StoreConfiguration) {
        self.init(
            configuration: configuration, entities: schema.entities(in: names),
            links: schema.links(in: names),
            fingerprint: schema.fingerprint(of: names))
        migrations = schema.records(for: names)
        outside = OutsideModels(schema, besides: names)
        isReadableByOlderVersions = schema.isReadableByOlderVersions
    }
}
