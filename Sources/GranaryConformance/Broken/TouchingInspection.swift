import FoundationEssentials
import Granary

/// Claims that its stores can be inspected, and notes each inspection in their file.
enum TouchingInspection: StoreBackend, InspectableBackend {
    static let type: StoreType = "broken-inspection"
    static var capabilities: Capabilities {
        ReferenceBackend.capabilities.subtracting(.staging).union([.persistent, .files, .inspection])
    }
    static var options: [StoreOption] { [] }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try configuration.resolvedPath()
    }

    static func open(_ request: StoreOpenRequest) throws -> any Store {
        let path = try request.configuration.resolvedPath()
        try Data(request.fingerprint.utf8).write(to: URL(filePath: path))
        return ReferenceStore(request)
    }

    static func destroy(_ configuration: StoreConfiguration) throws {
        try? FileManager.default.removeItem(atPath: configuration.resolvedPath())
    }

    static func inspect(_ configuration: StoreConfiguration) throws -> InspectedStore? {
        let path = try configuration.resolvedPath()
        guard var bytes = FileManager.default.contents(atPath: path) else { return nil }
        bytes.append(33)
        try bytes.write(to: URL(filePath: path))
        return InspectedStore(
            identity: StoreIdentity(id: "1", formatVersion: 1, fingerprint: "", configurations: []),
            schema: StoredSchema(), files: [.init(path: path, size: Int64(bytes.count))])
    }
}
