import FoundationEssentials
import Granary

/// Makes two files for a store, and leaves one of them behind when the store is destroyed.
enum LeftSideFile: StoreBackend {
    static let type: StoreType = "broken-destroy"
    static var capabilities: Capabilities {
        ReferenceBackend.capabilities.subtracting(.staging).union([.persistent, .files])
    }
    static var options: [StoreOption] { [] }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try configuration.resolvedPath()
    }

    static func open(_ request: StoreOpenRequest) throws -> any Store {
        let path = try request.configuration.resolvedPath()
        for file in [path, "\(path)-log"] {
            try Data(request.fingerprint.utf8).write(to: URL(filePath: file))
        }
        return ReferenceStore(request)
    }

    static func destroy(_ configuration: StoreConfiguration) throws {
        try? FileManager.default.removeItem(atPath: configuration.resolvedPath())
    }
}
