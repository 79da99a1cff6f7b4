import Granary

/// A store that must exist is opened where it is, and never made where it is not.
enum MissingStorePromises: PromiseList {
    static let category = ConformanceCategory.registration

    static let promises: [ConformancePromise] = [
        promise(
            "A store that must exist is not made, and one that is there is opened", needs: .persistent,
            .united
        ) { bench in
            let needed = try bench.configurations(at: "needed") { $0.mustExist = true }
            let before = try FileTree(bench.directory).paths
            for _ in 0..<2 { try await requireMissing(bench, needed) }
            try expectEqual(try FileTree(bench.directory).paths, before, "files")
            try await bench.withStack(try bench.anotherStack(at: "needed")) { stack in
                try await bench.saveTag("kept", in: stack)
            }
            let stack = try bench.stack(of: needed)
            try await bench.withStack(stack) { stack in
                try expectEqual(try await bench.words(in: stack), ["kept"], "tags")
                try await bench.saveTag("more", in: stack)
            }
            try await stack.destroyPersistentStores()
            try await requireMissing(bench, needed)
        },
        promise(
            "A store that must exist, and does not fit, is replaced where its policy says so",
            needs: .persistent, .united
        ) { bench in
            let old = try Versions.schema(Versions.thing())
            let other = try Versions.schema(
                ModelDescription(name: "Thing", attributes: [.init("number", .integer)], key: ["number"]))
            var configuration = try bench.configuration("All", at: "replaced")
            try await bench.withStack(try bench.stack(of: [configuration], schema: old)) { _ in }
            configuration.mustExist = true
            configuration.onIncompatible = .delete
            try await bench.withStack(try bench.stack(of: [configuration], schema: other)) { stack in
                try expect(stack.isReady, "the status: \(stack.status)")
            }
            try bench.harness.backend.type.destroy(configuration)
        },
        promise(
            "A migration of a store that must exist makes none, and foresees none",
            needs: [.persistent, .migration], .united
        ) { bench in
            let schema = try Versions.schema(Versions.thing())
            var configuration = try bench.configuration("All", at: "unmigrated")
            configuration.mustExist = true
            let migrator = try Migrator(schema, configuration, backends: [bench.harness.backend])
            try expectError(.notFound, "the forecast") { _ = try migrator.forecast() }
            try expectError(.notFound, "the migration") { try migrator.migrate() }
            configuration.mustExist = false
            try Migrator(schema, configuration, backends: [bench.harness.backend]).migrate()
            try expect(try migrator.forecast()?.plan.isEmpty == true, "the store was not made")
            try bench.harness.backend.type.destroy(configuration)
        },
    ]

    /// Expects that a start is refused, because there is no store.
    private static func requireMissing(
        _ bench: ConformanceBench, _ stores: [StoreConfiguration]
    ) async throws {
        let stack = try bench.stack(of: stores)
        let error = try await expectErrorAsync(.notFound, "a start without the store") {
            try await stack.start()
        }
        try expectEqual(error.context.store, stores[0].name, "the store of the error")
        guard case .failed(let failure)? = stack.status.store(stores[0].name)?.state else {
            throw ConformanceFailure(.broken, "the status: \(stack.status)")
        }
        try expectEqual(failure.code, .notFound, "the error in the status")
        try await stack.close()
    }
}
