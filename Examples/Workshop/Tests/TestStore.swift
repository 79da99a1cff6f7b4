import Foundation
import Granary
import GranaryPostgreSQL
import GranarySQLite
import Testing
import WorkshopModels

/// A kind of store that the tests keep bookings in.
enum TestStore: String, CustomTestStringConvertible, Sendable {
    case sqlite, postgresql

    /// The kinds that can be tested here.
    static let all: [TestStore] =
        ProcessInfo.processInfo.environment["GRANARY_WITHOUT_POSTGRESQL"] == "1"
        ? [.sqlite] : [.sqlite, .postgresql]

    var testDescription: String { rawValue }

    /// Calls a closure with an empty place of this kind, in another server than that of the tests if one is named, and removes
    /// what was stored there.
    func withPlace(
        server: String? = nil, _ body: (StackConfiguration) async throws -> Void
    ) async throws {
        let name = "workshop_\(UUID().uuidString.prefix(8).lowercased())"
        let directory = FileManager.default.temporaryDirectory.appending(path: name)
        defer { try? FileManager.default.removeItem(at: directory) }
        var store = StoreConfiguration(name: "Default", type: self == .sqlite ? .sqlite : .postgresql)
        // Other processes of the service, here other services, save in the store as well.
        store.followsOthers = true
        if self == .postgresql {
            store.options["url"] = try server ?? Self.server()
            store.options["schema"] = name
        }
        let place = StackConfiguration(location: directory.path, stores: [store])
        do { try await body(place) } catch {
            try? await Self.clear(place)
            throw error
        }
        try await Self.clear(place)
    }

    private static func clear(_ place: StackConfiguration) async throws {
        let stack = try await PersistentStack.open(
            WorkshopSchema.make(), configuration: place, backends: [.sqlite, .postgresql], telemetry: .off)
        try await stack.destroy()
    }

    private static func server() throws -> String {
        try #require(
            ProcessInfo.processInfo.environment["GRANARY_TEST_POSTGRESQL"],
            "There is no server for the tests: run them by `make workshop`, or set GRANARY_WITHOUT_POSTGRESQL=1."
        )
    }
}
