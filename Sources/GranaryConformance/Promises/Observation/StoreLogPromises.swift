import Granary
import Logging

/// The log tells at level `info` what was done with each store, and warns where a store may have been lost.
enum StoreLogPromises: PromiseList {
    static let category = ConformanceCategory.telemetry

    static var promises: [ConformancePromise] { [opened, migrated, replaced, missed, copied] }

    /// What the lines at level `info` say was done with stores.
    private static func told(_ watch: TelemetryWatch) -> [String] {
        watch.log.lines.filter { $0.level == .info }.map { line in
            line.message.hasPrefix("The store “")
                ? line.message.split(separator: " was ").dropFirst().joined(separator: " was ") : line.message
        }
    }

    private static let opened = promise(
        "A store that is made, and one that is opened again, is a line in the log", needs: .persistent,
        .united
    ) { bench in
        for done in ["made.", "opened."] {
            let watch = TelemetryWatch()
            let stack = try bench.anotherStack(at: "told", telemetry: watch.telemetry(logging: .info))
            try await bench.withStack(stack) { _ in }
            try expectEqual(told(watch), [done], "lines about the store")
            if done == "opened." { try await stack.destroyPersistentStores() }
        }
    }

    private static let migrated = migrates("A store that is migrated is a line in the log") { scene in
        try await Versions.fill(scene, try Versions.schema(Versions.thing()))
        let watch = TelemetryWatch()
        let model = Versions.thing([.init("more", .text, isOptional: true)])
        try await scene.open(try Versions.schema(model), telemetry: watch.telemetry(logging: .info)) { _ in }
        try expectEqual(told(watch), ["migrated.", "opened."], "lines about the store")
        try watch.expectNowhere("more", "an attribute")
    }

    private static let replaced = migrates("A store that is moved aside or removed is a line in the log") {
        scene in
        let old = try Versions.schema(Versions.thing())
        let other = try Versions.schema(
            ModelDescription(name: "Thing", attributes: [.init("number", .integer)], key: ["number"]))
        let replacing: [(IncompatibleStorePolicy, String)] = [
            (.moveAside, "moved aside; a new one takes its place."),
            (.delete, "removed; a new one replaces it."),
        ]
        for (policy, done) in replacing {
            try await Versions.fill(scene, old)
            let watch = TelemetryWatch()
            try await scene.open(other, policy: policy, telemetry: watch.telemetry(logging: .info)) { _ in }
            try expectEqual(told(watch), [done, "made."], "lines about the store")
            try scene.dropKept(old)
            try scene.end()
        }
    }

    private static let missed = promise(
        "A store that is made while others of its stack were there is a warning in the log",
        needs: .persistent, .apart
    ) { bench in
        let stores = try bench.configurations(at: "missed")
        try await bench.withStack(try bench.stack(of: stores)) { _ in }
        try bench.harness.backend.type.destroy(stores[0])
        try await warnsOnce(bench, of: stores, saying: "“\(stores[1].name)” was there")
    }

    private static let copied = promise(
        "A store that is made beside a copy of a former one is a warning in the log",
        needs: [.persistent, .files, .copying], .united
    ) { bench in
        let stores = try bench.configurations(at: "copied")
        try await bench.withStack(try bench.stack(of: stores)) { _ in }
        let backend = try unwrap(
            bench.harness.backend.type as? any CopyingBackend.Type, "a backend that copies")
        let copy = try unwrap(backend.copy(stores[0], as: .keeping), "a copy")
        try backend.destroy(stores[0])
        try await warnsOnce(bench, of: stores, saying: copy.configuration.fileName)
        try backend.destroy(copy.configuration)
    }

    /// Opens stores, expects a warning at the first opening and none at the next, and destroys them.
    private static func warnsOnce(
        _ bench: ConformanceBench, of stores: [StoreConfiguration], saying text: String
    ) async throws {
        for isFirst in [true, false] {
            let watch = TelemetryWatch()
            let stack = try bench.stack(of: stores, telemetry: watch.telemetry(logging: .notice))
            try await bench.withStack(stack) { _ in }
            let lines = watch.log.lines
            try expectEqual(lines.map(\.level), isFirst ? [.warning] : [], "lines: \(lines)")
            let isHelpful = lines.allSatisfy {
                $0.message.contains(text) && $0.message.contains("mustExist")
            }
            try expect(isHelpful, "lines: \(lines)")
        }
        for store in stores { try bench.harness.backend.type.destroy(store) }
    }
}
