import Granary
import Logging

/// The log tells at level `info` what was done with each store.
enum StoreLogPromises: PromiseList {
    static let category = ConformanceCategory.telemetry

    static var promises: [ConformancePromise] { [opened, migrated, replaced] }

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
}
